import type { ProjectCard, ProjectList } from '#contract/shapes/project-card.ts'
import { markdownLink, markdownQuote, markdownText } from '../markup/markdown.ts'
import { projectPage, type Site } from '../site/links.ts'
import { noValueWords } from '../words/building.ts'
import { endWords } from '../words/counts.ts'
import { listWords } from '../words/figures.ts'
import { MISSING_LIST, NO_MATCH, NO_PROJECT, PAST_END, unmatchedWords } from './empty-lists.ts'
import { lastShipMarkdown } from './last-ship.ts'
import { moreLines, shownWords } from './list-places.ts'
import { chosenFilters, type ListQuery, listRule, orderWords } from './projects.ts'

/**
 * The list of projects as Markdown: the filters, then one line for each project. Market figures are left to the JSON.
 */
export function projectListMarkdown(
  of: {
    readonly query: ListQuery
    readonly offset: number
    readonly list: ProjectList
    /** The address of the next part of the list. */
    readonly more?: string | undefined
  },
  site: Site,
): string {
  const { query, offset, list, more } = of
  const { available, items, total } = list
  const searched = chosenFilters(query).map(({ name, words }) => `- ${name}: ${markdownQuote(words)}`)
  const count =
    !available || total === null
      ? MISSING_LIST
      : `Projects: ${total}${ruleWords(query)}, ${orderWords(query)}${shownWords({ offset, shown: items.length, total })}.`
  const rows =
    items.length === 0 && total !== null && available
      ? emptyWords(query, total)
      : items.map((card) => projectLine(card, site))
  const lines = [
    '# Projects',
    '',
    ...searched,
    '',
    count,
    '',
    ...rows,
    '',
    ...moreLines(more),
    list.disclaimer,
  ]
  return `${lines.join('\n')}\n`
}

/** Why the list has no line: nothing was found, or the list ends before the requested offset. */
function emptyWords(query: ListQuery, total: number): readonly string[] {
  if (total > 0) return [PAST_END]
  if (chosenFilters(query).length === 0) return [NO_PROJECT]
  return [
    `${NO_MATCH} ${chosenFilters(query)
      .map(({ name, words }) => `${name} ${markdownQuote(words)}`)
      .join(', ')}. ${unmatchedWords(query)}`,
  ]
}

/** A project as a line of Markdown. */
export function projectLine(card: ProjectCard, site: Site): string {
  const { slug, name, statusLabel, meaningfulShips30d: ships, claims } = card
  const { researchLevel, token, tokenVerification } = card
  const reasonOf = (field: string) =>
    noValueWords({ reason: claims?.[field]?.reason ?? 'NOT_RECORDED', asOf: card.asOf })
  const counted =
    ships === undefined
      ? `ships in 30 days: unknown (${reasonOf('meaningfulShips30d')})`
      : `ships in 30 days: ${ships}${endWords(card.meaningfulShips30dAsOf, card.asOf)}`
  const researched =
    researchLevel === undefined ? `unknown (${reasonOf('researchLevel')})` : listWords(researchLevel)
  const verified =
    tokenVerification === undefined
      ? `unknown (${reasonOf('tokenVerification')})`
      : listWords(tokenVerification)
  const figures = [
    markdownText(statusLabel),
    `last ship: ${lastShipMarkdown(card, card.asOf)}`,
    counted,
    `research: ${researched}`,
    ...(token === undefined ? [] : [`token: ${verified}`]),
  ]
  return `- ${markdownLink(markdownQuote(name), projectPage(slug, site))}: ${figures.join('; ')}`
}

function ruleWords(query: ListQuery): string {
  const rule = listRule(query)
  return rule === undefined ? '' : ` (\`${rule}\`)`
}
