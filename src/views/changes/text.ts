import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { Instant } from '#contract/time.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import { noChangeWords } from '../lists/empty-lists.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { dayWords, weekWords } from '../words/clocks.ts'
import { listWords } from '../words/figures.ts'
import { type ChangeSelection, changeFilters, changesQuery, isInLedgerOrder, namedIn } from './filters.ts'
import { changeKind } from './kinds.ts'
import { changeEvidence, changeWeek } from './rows.ts'
import { changeHeadline, changeWords } from './words.ts'

/** A list of the ledger with the query that it answers. */
type AskedChanges = {
  readonly query: ChangeSelection
  readonly items: readonly ChangeEvent[]
  /** When the ledger last ran; null before it ran. */
  readonly ledgerRanAt: Instant | null
}

/**
 * The title of a list of the ledger. It states the answer: "Changes of Lumen: Release v2.4.0, 19 Nov 2026". Before the
 * first run of the ledger it says that the changes are not known.
 */
export function changesTitle({ query, items, ledgerRanAt }: AskedChanges): string {
  const subject = subjectOf(query, items)
  const [newest] = items
  if (newest === undefined) {
    if (ledgerRanAt === null) return `${subject}: not known, because the ledger was not written yet`
    const isAfter = query.after !== undefined || query.cursor?.mode === 'sync'
    return `${subject}${isAfter ? ' after this place of the ledger' : ''}: none is recorded`
  }
  const { project, recordedAt } = newest
  if (isInLedgerOrder(query)) return `${subject}, in ledger order from ${dayWords(recordedAt)}`
  const of = project == null || query.project !== undefined ? '' : `${project.name}: `
  return `${subject}: ${of}${shortened(changeHeadline(newest))}, ${whenWords(newest)}`
}

/** The day that a source gives for an event, else the day on which it was seen. */
function whenWords(event: ChangeEvent): string {
  const { occurredAt, detectedAt, recordedAt, precision } = event
  const week = changeWeek(event)
  if (week !== undefined) return weekWords(week)
  if (occurredAt != null) return `${precision === 'SCHEDULED' ? 'due ' : ''}${dayWords(occurredAt)}`
  return `seen ${dayWords(detectedAt === undefined ? recordedAt : detectedAt)}`
}

function subjectOf(query: ChangeSelection, items: readonly ChangeEvent[]): string {
  const { domain, type, project, contract, since, until, detectedSince } = query
  const isOlder = query.before !== undefined || query.cursor?.mode === 'browse'
  return [
    isOlder ? 'Older changes' : 'Changes',
    ...kindsOf({ domain, type }),
    ...(project === undefined ? [] : [`of ${nameIn(items, project)}`]),
    ...(contract === undefined ? [] : [`of the contract ${contract}`]),
    ...datesOf({ since, until }),
    ...(detectedSince === undefined ? [] : [`seen from ${dayWords(detectedSince)}`]),
  ].join(' ')
}

function datesOf({ since, until }: Pick<ChangeSelection, 'since' | 'until'>): readonly string[] {
  if (since === undefined) return until === undefined ? [] : [`dated up to ${dayWords(until)}`]
  return [`dated from ${dayWords(since)}${until === undefined ? '' : ` to ${dayWords(until)}`}`]
}

/** The name of the project in the query. If the query has a former slug, the events have another slug. */
function nameIn(items: readonly ChangeEvent[], slug: string): string {
  const { projects } = namedIn(items)
  const [only, ...others] = projects
  const asked = projects.find((project) => project.slug === slug)
  if (asked !== undefined) return asked.name
  return only === undefined || others.length > 0 ? slug : only.name
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
export function changesText(list: AskedChanges & { readonly nextCursor: string | null }, site: Site): string {
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
  const { op, id, recordedAt, project, type } = event
  if (op === 'retract') return `- ${recordedAt}: retracted, \`${id}\``
  const of = project == null ? '' : `${plainWords(project.name)}, `
  const receipt = changeEvidence(event)
  const link = receipt === undefined ? '' : `, ${receiptLink(receipt, site)}`
  return `- ${whenText(event)}: ${of}${quoteInText(changeWords(event))} (${type})${link}`
}

/** The date that a source gives, which can be in the future. Without one, the time at which the change was seen. */
function whenText(event: ChangeEvent): string {
  const { occurredAt, detectedAt, recordedAt, precision } = event
  const week = changeWeek(event)
  if (week !== undefined) return `week of ${week}`
  if (occurredAt == null) return `seen ${detectedAt ?? recordedAt}`
  return precision === 'SCHEDULED' ? `due ${occurredAt}` : occurredAt
}
