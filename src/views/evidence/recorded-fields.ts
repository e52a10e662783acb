import { ValuationKind } from '#contract/enums.ts'
import { type ContractAddress, type EvidenceId, parseAddress, parseEvidenceId } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { NoValueReason } from '#contract/shapes/history.ts'
import { type CalendarDate, type Instant, parseDate, parseInstant } from '#contract/time.ts'
import { dayWords } from '../words/clocks.ts'
import {
  amountWords,
  capitalised,
  listWords,
  numberWords,
  providerName,
  reasonWords,
  valuationName,
} from '../words/figures.ts'
import { unreadInputReason } from './explained-inputs.ts'
import { windowDays } from './happened.ts'
import { inReadingOrder } from './recorded-order.ts'
import { factName } from './resting.ts'

/** A recorded field under the name that people read. */
export type RecordedField = { readonly name: string; readonly value: RecordedValue }

/** A recorded value by its kind, so that each surface shows it in its form. */
export type RecordedValue =
  | { readonly kind: 'unknown'; readonly reason: NoValueReason }
  /** No value could be recorded. The words say what the absence means. */
  | { readonly kind: 'absent'; readonly words: string }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'day'; readonly day: CalendarDate }
  | { readonly kind: 'evidence'; readonly id: EvidenceId }
  | { readonly kind: 'address'; readonly address: ContractAddress }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'number'; readonly words: string }
  /** A word of the service's own lists. */
  | { readonly kind: 'word'; readonly words: string }
  /** Words of a source. */
  | { readonly kind: 'said'; readonly words: string }
  | { readonly kind: 'list'; readonly items: readonly RecordedValue[]; readonly more: number }
  | {
      readonly kind: 'table'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly RecordedValue[])[]
      readonly more: number
    }
  | { readonly kind: 'fields'; readonly fields: readonly RecordedField[]; readonly more: number }

type Recorded = Readonly<Record<string, unknown>>

/**
 * Maximum number of items, fields and columns on a page, and of nested levels. The page counts what is beyond them, and
 * the JSON has everything.
 */
const LISTED = 8
const FIELDS = 24
const COLUMNS = 12
const DEPTH = 4

/** The recorded fields of a receipt, except those that are shown elsewhere. */
export function recordedFields(recorded: Recorded, except: readonly string[] = []): readonly RecordedField[] {
  const shown = Object.entries(recorded).filter(([key]) => !except.includes(key))
  const days = windowDays(recorded)
  return shown.map(([key, value]) => {
    if (days !== undefined && key === 'windowFrom') return dayField('First day of the window', days.from)
    if (days !== undefined && key === 'windowTo') return dayField('Last day of the window', days.to)
    if (value === null && key === awaitedCheck(recorded))
      return { name: fieldName(key), value: { kind: 'absent', words: 'not checked yet' } }
    const reason = missingReason(key, recorded)
    return { name: fieldName(key), value: recordedValue({ key, value, reason }, DEPTH) }
  })
}

/** The check of a statement that is still to come: of its signature, or of its deploy record. */
export function awaitedCheck({ by, claimKind, signature }: Recorded): string | undefined {
  if (isObject(signature) || by === 'signature') return 'signatureCheck'
  return by === 'repository' && claimKind === 'token_deploy_record' ? 'deployRecordCheck' : undefined
}

function dayField(name: string, day: CalendarDate): RecordedField {
  return { name, value: { kind: 'day', day } }
}

/** Why a conclusion has no value, and why an input of it was not read. Anything else was not recorded. */
function missingReason(key: string, { coverage, unknownInputs }: Recorded): NoValueReason {
  if (key === 'value') return toReason(coverage)
  return key === 'inputs' && Array.isArray(unknownInputs)
    ? toReason(unreadInputReason(unknownInputs))
    : 'NOT_RECORDED'
}

function toReason(state: unknown): NoValueReason {
  return NoValueReason.enum.find((reason) => reason === state) ?? 'NOT_RECORDED'
}

/** The name of a field in words: `firstBlock` is "First block". */
function fieldName(key: string): string {
  const known = NAMES.get(key)
  if (known !== undefined) return known
  const day = parseDate(key)
  if (day !== undefined) return dayWords(day)
  if (/[^A-Za-z0-9_]/.test(key)) return key
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return capitalised(words)
}

const NAMES = new Map([
  ['url', 'Address'],
  ['abi', 'Interface'],
  ['counted', "Counts as the project's own"],
  ['between', 'Happened between'],
  ['rederived', 'Concluded anew after a rule changed'],
  ['supersededAt', 'Replaced'],
  ['endedAt', 'Ended'],
  ['countsAs', 'Counts as'],
  ['notCountedReason', 'Why it does not count'],
  ['priceUsd', 'Price in US dollars'],
  ['liquidityUsd', 'Liquidity in US dollars'],
  ['volume24hUsd', 'Volume in 24 hours in US dollars'],
  ['trades24h', 'Trades in 24 hours'],
  ['usd', 'US dollars'],
  ['chainId', 'Chain'],
  ['firstReadAt', 'First read'],
  ['lastReadAt', 'Read in full up to'],
  ['lastOkAt', 'Read in full up to'],
  ['lastTriedAt', 'Last tried'],
  ['id', 'Receipt'],
  ['record', 'Deploy record'],
  ['sourceId', 'Source'],
])

/** A value under its key; `reason` says why it is unknown where it has none. */
type Given = { readonly key: string; readonly value: unknown; readonly reason?: NoValueReason }

function recordedValue({ key, value, reason = 'NOT_RECORDED' }: Given, depth: number): RecordedValue {
  if (value === null || value === undefined) return absentValue(key, reason)
  if (typeof value === 'boolean') return { kind: 'word', words: value ? 'yes' : 'no' }
  if (typeof value === 'number') return numberValue(key, value)
  if (typeof value === 'string') return textValue(key, value)
  if (key === 'valuation' && isObject(value) && typeof value['usd'] === 'number')
    return valuationOf(value['kind'], value['usd'])
  if (depth === 0) return { kind: 'fields', fields: [], more: Object.keys(value).length }
  return Array.isArray(value) ? listOf({ key, value }, depth) : fieldsOf({ key, value, reason }, depth)
}

function absentValue(key: string, reason: NoValueReason): RecordedValue {
  const words = ABSENT.get(key)
  return words === undefined ? { kind: 'unknown', reason } : { kind: 'absent', words }
}

/** Whether the absence of a field has a known meaning, such as that the field does not apply to the record. */
export function isKnownAbsence(key: string): boolean {
  return ABSENT.has(key)
}

/** Fields whose absence has a known meaning, with this meaning in words. */
const ABSENT = new Map([
  ['supersededAt', 'not replaced'],
  ['endedAt', 'has not ended'],
  ['replaces', 'none before it is recorded'],
  ['previous', 'none before it'],
  ['notCountedReason', 'it counts'],
  ['doubt', 'none'],
  ['names', 'names no contract'],
  ['signature', 'not by a signature'],
  ['signatureCheck', 'not by a signature'],
  ['record', 'not by a deploy record'],
  ['deployRecordCheck', 'not by a deploy record'],
  ['beacon', 'not behind a beacon'],
])

/** Chains, blocks and ids are names, so they have no commas. */
function numberValue(key: string, value: number | string): RecordedValue {
  if (key === 'amount' && typeof value === 'string')
    return { kind: 'number', words: `${amountWords(value)} smallest units of the token` }
  if (/block|id$|index$/i.test(key)) return { kind: 'number', words: String(value) }
  return { kind: 'number', words: typeof value === 'number' ? numberWords(value) : amountWords(value) }
}

function textValue(key: string, text: string): RecordedValue {
  if (SOURCE_WORDS.has(key)) return { kind: 'said', words: text }
  if (BIG_NUMBERS.has(key)) return numberValue(key, text)
  const at = parseInstant(text)
  if (at !== undefined) return { kind: 'instant', at }
  const day = parseDate(text)
  if (day !== undefined) return { kind: 'day', day }
  const id = parseEvidenceId(text)?.id
  if (id !== undefined) return { kind: 'evidence', id }
  const address = parseAddress(text)
  if (address !== undefined) return { kind: 'address', address }
  if (/^https?:\/\//i.test(text)) return { kind: 'link', href: text }
  if (key === 'rule' || /^(0x)?[0-9a-f]{8,}$/i.test(text)) return { kind: 'code', text }
  if (OWN_WORDS.has(key)) return { kind: 'word', words: ownWords(key, text) }
  return { kind: 'said', words: text }
}

/** Fields whose texts are always words of a source, also where they read like a date or a number. */
const SOURCE_WORDS = new Set([
  'title',
  'version',
  'statement',
  'establishedStatement',
  'text',
  'method',
  'locator',
  'symbol',
  'origin',
  'tag',
  'message',
])
/** Fields with whole numbers that are too large for a JSON number. */
const BIG_NUMBERS = new Set(['amount', 'lockId'])
/** Fields whose texts are words of the service's own lists. The text of any other field can be of a source. */
const OWN_WORDS = new Set([
  'precision',
  'backing',
  'dimension',
  'countsAs',
  'notCountedReason',
  'signalKind',
  'group',
  'provider',
  'match',
  'basis',
  'claimKind',
  'by',
  'as',
  'fact',
  'coverage',
  'value',
  'status',
  'reason',
  'reasons',
  'input',
  'stream',
  'lastOutcome',
  'outcome',
  'kind',
  'role',
  'scope',
  'substance',
  'narrative',
  'buildsOn',
  'shipKind',
  'checks',
])

/**
 * A text of the service's own lists as every page words it. A text with white space is a sentence already, so it stays
 * as it is.
 */
function ownWords(key: string, text: string): string {
  if (/\s/.test(text)) return text
  if (key === 'fact') return factName(text)
  if (key === 'provider') return providerName(text)
  if (key === 'precision') return PRECISION_WORDS[text] ?? listWords(text)
  if (key === 'kind' && (text === 'fdv' || text === 'marketCap')) return valuationName(text)
  return reasonWords(text)
}

/** How exact the time of a record is. */
const PRECISION_WORDS: Readonly<Record<string, string>> = {
  EXACT: 'exact',
  DATE: 'a day',
  WINDOW: 'a span of time',
  OBSERVED: 'when it was seen',
  SCHEDULED: 'to come',
}

/** A valuation under the name of its kind: the two kinds are never one figure. */
function valuationOf(kind: unknown, usd: number): RecordedValue {
  const name = valuationName(ValuationKind.enum.find((one) => one === kind))
  const words = `${numberWords(usd)} US dollars`
  return { kind: 'fields', fields: [{ name, value: { kind: 'number', words } }], more: 0 }
}

function listOf({ key, value }: { key: string; value: readonly unknown[] }, depth: number): RecordedValue {
  const shown = value.slice(0, LISTED)
  const more = value.length - shown.length
  const records = shown.filter((one) => isObject(one))
  if (records.length === shown.length && shown.length > 1) return tableOf(records, { more, depth })
  return { kind: 'list', items: shown.map((one) => recordedValue({ key, value: one }, depth - 1)), more }
}

function tableOf(
  records: readonly object[],
  { more, depth }: { readonly more: number; readonly depth: number },
): RecordedValue {
  const keys = inReadingOrder(new Set(records.flatMap((record) => Object.keys(record)))).slice(0, COLUMNS)
  return {
    kind: 'table',
    columns: keys.map(fieldName),
    rows: records.map((record) =>
      keys.map((key) => recordedValue({ key, value: Reflect.get(record, key) }, depth - 1)),
    ),
    more,
  }
}

function fieldsOf(of: { key: string; value: object; reason: NoValueReason }, depth: number): RecordedValue {
  const { key: parent, value, reason } = of
  const keys = inReadingOrder(Object.keys(value))
  const fields = keys.slice(0, FIELDS).map((key) => {
    const one = { key: parent === 'checks' ? parent : key, value: Reflect.get(value, key), reason }
    return { name: fieldName(key), value: recordedValue(one, depth - 1) }
  })
  return { kind: 'fields', fields, more: keys.length - fields.length }
}
