import type { Receipt } from '#contract/shapes/receipt.ts'
import type { Instant } from '#contract/time.ts'
import { knownList } from '../agent/known-list.ts'
import { quoteInText } from '../agent/words.ts'
import { changeWords } from '../changes/words.ts'
import { explanationLink, receiptLink, type Site, type ViewDeps } from '../site/links.ts'
import { REASON_WORDS } from '../words/figures.ts'
import { happenedText } from './happened.ts'
import { receiptWords } from './receipt-words.ts'
import { type RecordedValue, recordedFields } from './recorded-fields.ts'
import type { Resting } from './resting.ts'

type Given = { readonly receipt: Receipt; readonly resting: Resting | undefined }

/** A receipt as Markdown: the same lines as its page, with the words of sources in quotes. */
export function receiptText({ receipt, resting }: Given, deps: ViewDeps): string {
  const { id, project } = receipt
  const { kind, words, said } = receiptWords(receipt, deps.now)
  const lines = knownList([
    `# ${knownList([kind, words, said !== undefined && quoteInText(said)]).join(' ')}\n`,
    `- Evidence id: \`${id}\``,
    project && `- Project: ${quoteInText(project.name)}, ${deps.site.baseUrl}/projects/${project.slug}`,
    ...(receipt.withdrawn ? withdrawnLines(receipt) : standingLines(receipt, deps)),
    ...(resting === undefined ? [] : restingLines(resting, deps.site)),
    `- JSON: ${receiptLink(id, deps.site)}`,
  ])
  return `${lines.join('\n')}\n`
}

function withdrawnLines({ withdrawnReason, withdrawnAt }: Receipt): readonly string[] {
  const when = withdrawnAt === undefined ? '' : ` on ${withdrawnAt}`
  const why = withdrawnReason === undefined ? '' : `: ${quoteInText(withdrawnReason)}`
  return [`- Withdrawn${when}${why}. Nothing rests on it any more.`]
}

function standingLines(receipt: Receipt, { now }: ViewDeps): readonly string[] {
  const { claim, source, observedAt, detectedAt, recorded } = receipt
  const fields = recorded === undefined ? [] : recordedFields(recorded, receiptWords(receipt, now).fields)
  return [
    `- Claim: ${claim}`,
    `- Happened: ${happenedText(receipt)}`,
    `- Read: ${timeText(observedAt)}`,
    `- First known: ${timeText(detectedAt)}`,
    ...(source == null
      ? []
      : [
          `- Source: ${source.kind} ${quoteInText(source.locator)}, established by ${source.establishedBy}, \`${source.id}\``,
        ]),
    ...fields.map(({ name, value }) => `- ${quoteName(name)}: ${valueText(value)}`),
  ]
}

/** Said where nothing rests on a record. */
export const NOTHING_RESTS = 'No conclusion, record or entry of the ledger cites it now.'

function restingLines(resting: Resting, site: Site): readonly string[] {
  const { conclusions, records, changes, recordsTotal, changesTotal, replacedBy } = resting
  const isEmpty = conclusions.length === 0 && records.length === 0 && changes.length === 0
  return [
    ...(isEmpty ? [`- ${NOTHING_RESTS}`] : []),
    ...conclusions.map(
      ({ id, name, rule, explained }) =>
        `- Rests on it: ${name} by ${rule}, ${explained === null ? `\`${id}\`` : `as last evaluated, ${explanationLink(explained, site)}`}`,
    ),
    ...records.map(({ id, title }) => `- Rests on it: ${quoteInText(title)}, \`${id}\``),
    ...moreOf({ of: 'records', shown: records.length, total: recordsTotal }),
    ...changes.map((event) => `- Ledger: ${event.type}, ${quoteInText(changeWords(event))}`),
    ...moreOf({ of: 'entries of the ledger', shown: changes.length, total: changesTotal }),
    ...(replacedBy === null ? [] : [`- Replaced by: \`${replacedBy}\``]),
  ]
}

/** A line with the total, if not all items are listed. */
function moreOf(of: {
  readonly of: string
  readonly shown: number
  readonly total: number
}): readonly string[] {
  return of.total <= of.shown ? [] : [`- The newest ${of.shown} of ${of.total} ${of.of} are listed.`]
}

function timeText(at: Instant | null | undefined): string {
  return at ?? 'unknown'
}

/** The name of a field. It can be a key that a source chose, so an unusual name is quoted. */
function quoteName(name: string): string {
  return /^[A-Za-z0-9 ']*$/.test(name) ? name : quoteInText(name)
}

function valueText(value: RecordedValue): string {
  switch (value.kind) {
    case 'unknown':
      return value.reason === 'NOT_RECORDED' ? 'unknown' : `unknown (${REASON_WORDS[value.reason]})`
    case 'instant':
      return value.at
    case 'day':
      return value.day
    case 'evidence':
      return `\`${value.id}\``
    case 'address':
      return value.address
    case 'link':
      return quoteInText(value.href)
    case 'code':
      return quoteInText(value.text)
    case 'absent':
    case 'number':
    case 'word':
      return value.words
    case 'said':
      return quoteInText(value.words)
    case 'list':
      return withMore(value.items.map(valueText), value.more)
    case 'table':
      return withMore(
        value.rows.map(
          (row) =>
            `(${row.map((cell, at) => `${quoteName(String(value.columns[at]))} ${valueText(cell)}`).join(', ')})`,
        ),
        value.more,
      )
    case 'fields':
      return withMore(
        value.fields.map(({ name, value: one }) => `${quoteName(name)} ${valueText(one)}`),
        value.more,
      )
  }
}

function withMore(parts: readonly string[], more: number): string {
  const all = more === 0 ? parts : [...parts, `and ${more} more`]
  return all.length === 0 ? 'none' : all.join('; ')
}
