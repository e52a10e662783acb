import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { Instant } from '#contract/time.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import { noChangeWords } from '../lists/empty-lists.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { dayWords, weekWords } from '../words/clocks.ts'
import { listWords } from '../words/figures.ts'
import { type ChangeSelection, changeFilters, changesQuery, isInLedgerOrder } from './filters.ts'
import { changeKind } from './kinds.ts'
import { changeEvidence, changeWeek } from './rows.ts'
import { changeHeadline, changeWords } from './words.ts'

/** The title of a list of the ledger, which is an answer: "Changes of Lumen: Release v2.4.0, 19 Nov 2026". */
export function changesTitle(query: ChangeSelection, items: readonly ChangeEvent[]): string {
  const subject = subjectOf(query, items)
  const [newest] = items
  if (newest === undefined) return `${subject}: none is recorded`
  const { project, recordedAt } = newest
  if (isInLedgerOrder(query)) return `${subject}, in ledger order from ${dayWords(recordedAt)}`
  const of = project == null || query.project !== undefined ? '' : `${project.name}: `
  return `${subject}: ${of}${shortened(changeHeadline(newest))}, ${whenWords(newest)}`
}

/** The day that a source gives for an event, else the day on which it was seen. */
function whenWords(event: ChangeEvent): string {
  const { occurredAt, detectedAt, recordedAt } = event
  const week = changeWeek(event)
  if (week !== undefined) return weekWords(week)
  if (occurredAt != null) return dayWords(occurredAt)
  return `seen ${dayWords(detectedAt === undefined ? recordedAt : detectedAt)}`
}

function subjectOf(
  { domain, type, project, contract }: ChangeSelection,
  items: readonly ChangeEvent[],
): string {
  const name = items.find((event) => event.project?.slug === project)?.project?.name
  return [
    'Changes',
    ...kindsOf({ domain, type }),
    ...(project === undefined ? [] : [`of ${name === undefined ? project : name}`]),
    ...(contract === undefined ? [] : [`of the contract ${contract}`]),
  ].join(' ')
}

function kindsOf({ domain, type }: Pick<ChangeSelection, 'domain' | 'type'>): readonly string[] {
  const listed = new Intl.ListFormat('en-US')
  if (type !== undefined)
    return [`of the kind${type.length === 1 ? '' : 's'} ${listed.format(type.map(changeKind))}`]
  return domain === undefined ? [] : [`about ${listed.format(domain.map(listWords))}`]
}

const SUMMARY_LENGTH = 60

function shortened(words: string): string {
  const characters = [...words]
  return characters.length > SUMMARY_LENGTH ? `${characters.slice(0, SUMMARY_LENGTH).join('')}…` : words
}

/** A list of the ledger as Markdown. A retraction names nothing but its id. */
export function changesText(
  list: {
    readonly query: ChangeSelection
    readonly items: readonly ChangeEvent[]
    readonly nextCursor: string | null
    /** When the ledger last ran; null before it ran. */
    readonly ledgerRanAt: Instant | null
  },
  site: Site,
): string {
  const { query, items, nextCursor, ledgerRanAt } = list
  const inOrder = isInLedgerOrder(query)
  const filters = changesQuery(changeFilters(query))
  const next = `${filters === '' ? '?' : `${filters}&`}${inOrder ? 'after' : 'before'}=${nextCursor}`
  return [
    `# ${plainWords(subjectOf(query, items))}, ${inOrder ? 'in ledger order' : 'newest first'}`,
    items.length === 0 ? emptyWords(ledgerRanAt) : items.map((event) => changeLine(event, site)).join('\n'),
    ...(nextCursor === null ? [] : [`More: ${site.baseUrl}/changes.md${next}`]),
    `JSON: ${site.baseUrl}/api/changes${changesQuery(query)}\n`,
  ].join('\n\n')
}

/** Said where a list of the ledger is empty, although the ledger was written. */
export const NO_CHANGE_MATCHES = 'No change of the ledger matches.'

function emptyWords(ledgerRanAt: Instant | null): string {
  return ledgerRanAt === null ? noChangeWords(ledgerRanAt) : NO_CHANGE_MATCHES
}

/** An event as a line of Markdown. A retraction names nothing but its id. */
export function changeLine(event: ChangeEvent, site: Site): string {
  const { op, id, recordedAt, occurredAt, detectedAt, project, type } = event
  if (op === 'retract') return `- ${recordedAt}: retracted, \`${id}\``
  const week = changeWeek(event)
  const dated = week === undefined ? occurredAt : `week of ${week}`
  const when = dated == null ? `seen ${detectedAt}` : dated
  const of = project == null ? '' : `${plainWords(project.name)}, `
  const receipt = changeEvidence(event)
  const link = receipt === undefined ? '' : `, ${receiptLink(receipt, site)}`
  return `- ${when}: ${of}${quoteInText(changeWords(event))} (${type})${link}`
}
