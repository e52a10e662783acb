import { LIMITS } from '#contract/limits.ts'
import { type CalendarDate, startOfDate } from '#contract/time.ts'
import { CHANGE_KINDS, type Changelog, type ChangelogEntry } from '#domain/changelog.ts'
import { type FeedItem, rssFeed } from './feed.ts'
import { htmlHead } from './html-page.ts'
import { changelogFeedAddress, changelogPage, type Site } from './links.ts'
import { escaped } from './markup.ts'

const TITLE = 'Changelog: Evidence Research Service'

/** The changelog as a page: the policy, then each day with its entries by kind. */
export function changelogHtml({ policy, entries }: Changelog, site: Site): string {
  const feed = changelogFeedAddress(site)
  const days = [...Map.groupBy(entries, ({ date }) => date)].map(dayOf)
  return [
    htmlHead({ title: TITLE, canonical: changelogPage(site), feed }),
    `<body><main><h1>Changelog</h1><p>${withCode(policy)}</p>`,
    `<p><a href="${escaped(feed)}">RSS feed</a></p>`,
    ...days,
    '</main></body></html>\n',
  ].join('\n')
}

function dayOf([date, entries]: readonly [CalendarDate, readonly ChangelogEntry[]]): string {
  const kinds = CHANGE_KINDS.flatMap((kind) => {
    const items = entries
      .filter((entry) => entry.kind === kind)
      .map(({ text }) => `<li>${withCode(text)}</li>`)
    return items.length === 0 ? [] : [`<h3>${kind}</h3><ul>${items.join('\n')}</ul>`]
  })
  return `<h2 id="${date}">${date}</h2>${kinds.join('\n')}`
}

/** Text in which parts between backticks are code. */
function withCode(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join('')
}

/** The newest entries of the changelog as RSS. */
export function changelogFeed({ policy, entries }: Changelog, site: Site): string {
  return rssFeed({
    title: TITLE,
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

/** The first sentence or clause, so that a list of titles can be read. */
function headline(text: string): string {
  const end = text.search(/[.:;](?: |$)/)
  return end === -1 ? text : text.slice(0, end)
}
