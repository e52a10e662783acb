import { LIMITS } from '#contract/limits.ts'
import { type CalendarDate, startOfDate } from '#contract/time.ts'
import { CHANGE_KINDS, type Changelog, type ChangelogEntry } from '#domain/changelog.ts'
import { counted } from '#domain/rules/rule.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { type FeedItem, rssFeed } from '../markup/feed.ts'
import { dayWords } from '../words/clocks.ts'
import { changelogFeedAddress, changelogPage, type Site } from './links.ts'

export const CHANGELOG_TITLE = 'Changelog: Evidence Research Service'

/** The entries of each day by kind, newest day first. */
export function changelogDays({ entries }: Changelog): readonly ChangelogDay[] {
  return [...Map.groupBy(entries, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    kinds: CHANGE_KINDS.flatMap((kind) => {
      const texts = ofDay.filter((entry) => entry.kind === kind).map(({ text }) => text)
      return texts.length === 0 ? [] : [{ kind, texts }]
    }),
  }))
}

/** A day of the changelog. */
export type ChangelogDay = {
  readonly date: CalendarDate
  readonly kinds: readonly { readonly kind: string; readonly texts: readonly string[] }[]
}

/** The changelog as Markdown, the form of its entries: the policy, then each day with its entries by kind. */
export function changelogMarkdown(log: Changelog): string {
  const days = changelogDays(log).flatMap(({ date, kinds }) => [
    `## ${date}`,
    ...kinds.flatMap(({ kind, texts }) => [`### ${kind}`, texts.map((text) => `- ${text}`).join('\n')]),
  ])
  return `${['# Changelog', log.policy, ...days].join('\n\n')}\n`
}

/** The words of the picture of the changelog: its newest day, and what changed on it. */
export function sharedChangelog({ entries }: Changelog): SharedWords {
  const [newest] = entries
  if (newest === undefined) return { title: 'Changelog', lines: ['No change is recorded.'] }
  const ofDay = entries.filter(({ date }) => date === newest.date).length
  return {
    title: 'Changelog',
    lines: [
      `${dayWords(newest.date)}: ${counted(ofDay, 'change')}`,
      `${newest.kind}: ${newest.text.replaceAll('`', '')}`,
    ],
  }
}

/** The newest entries of the changelog as RSS. */
export function changelogFeed({ policy, entries }: Changelog, site: Site): string {
  return rssFeed({
    title: CHANGELOG_TITLE,
    description: policy,
    link: changelogPage(site),
    self: changelogFeedAddress(site),
    items: entries.slice(0, LIMITS.changelogFeedItems).map((entry) => itemOf(entry, site)),
  })
}

function itemOf({ id, date, kind, text }: ChangelogEntry, site: Site): FeedItem {
  return {
    guid: `urn:uuid:${id}`,
    title: `${date}, ${kind}: ${headline(text)}`,
    description: text,
    link: `${changelogPage(site)}#${date}`,
    publishedAt: startOfDate(date),
    category: kind,
  }
}

/** The first sentence or clause of an entry, short enough for a list of titles. */
function headline(text: string): string {
  const end = text.search(/[.:;](?: |$)/)
  return end === -1 ? text : text.slice(0, end)
}
