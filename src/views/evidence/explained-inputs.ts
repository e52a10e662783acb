import { type EvidenceId, parseEvidenceId } from '#contract/ids.ts'
import { isObject, mapValues } from '#contract/json-object.ts'
import { known } from '#contract/known.ts'
import type { ExplainedInput } from '#contract/shapes/explanation.ts'
import { type Instant, parseInstant } from '#contract/time.ts'
import type { StoredConclusion } from '#domain/project/explained-record.ts'
import { sourceFacts } from '../words/sources.ts'

const SOURCES = ['sourceId', 'source', 'id'] as const
const TIMES = ['observedAt', 'occurredAt', 'detectedAt', 'asOf'] as const
/**
 * Inputs that an explanation leaves out. The source and the time stand beside the value. The valuation has an
 * explanation of its own, `market.valuation`, which withholds it while the market is dead.
 */
const LEFT_OUT: readonly string[] = ['sourceId', 'observedAt', 'valuation']

type Concluded = Pick<StoredConclusion, 'inputs' | 'unknownInputs'>

/**
 * The inputs of a conclusion, one line for each record that was used, with its source and time where they are known. If
 * an input could not be read, a count of 0 or an empty list is no finding, so it becomes unknown.
 */
export function explainedInputs({ inputs, unknownInputs }: Concluded): ExplainedInput[] {
  const reason = unreadInputReason(unknownInputs)
  return Object.entries(inputs).flatMap(([name, value]) => {
    if (reason !== undefined && isNoFinding(value)) return [{ name, value: null, reason }]
    return isList(value) ? value.map((item) => inputOf(name, item)) : [inputOf(name, value)]
  })
}

/**
 * The inputs of a conclusion as its receipt has them. If an input could not be read, counts of 0 and empty lists are
 * null.
 */
export function receiptInputs({ inputs, unknownInputs }: Concluded): Concluded['inputs'] {
  if (unreadInputReason(unknownInputs) === undefined) return inputs
  return mapValues(inputs, (value) => (isNoFinding(value) ? null : value))
}

/** States of an input that was read, or that does not apply. */
const READ: readonly string[] = ['MEASURED', 'NOT_APPLICABLE', 'WITHHELD']

/**
 * The reason of the first input that was not read; undefined when all were read. A source with NOT_APPLICABLE was not
 * read: nothing reads its kind.
 */
export function unreadInputReason(unknownInputs: Concluded['unknownInputs']): ExplainedInput['reason'] {
  const unread = unknownInputs.find(
    ({ input, reason }) => !READ.includes(reason) || isUnreadSource(input, reason),
  )
  return unread?.reason as ExplainedInput['reason']
}

function isUnreadSource(input: string, reason: string): boolean {
  return reason === 'NOT_APPLICABLE' && idOf(input) !== null
}

/** Whether a value is 0 or an empty list. It is no finding if an input could not be read. */
function isNoFinding(value: unknown): boolean {
  return value === 0 || (Array.isArray(value) && value.length === 0)
}

/** Whether each item is a record of its own. A list of words, or an empty one, is one input. */
function isList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return false
  return value.every((item) => isObject(item) || idOf(item) !== null)
}

function inputOf(name: string, value: unknown): ExplainedInput {
  if (!isObject(value)) {
    const observedAt = TIMES.some((time) => time === name) ? instantOf(value) : null
    return { name, value: clean(value), ...known({ source: idOf(value), observedAt }) }
  }
  const source = SOURCES.map((key) => idOf(value[key])).find((id) => id !== null) ?? null
  const kept = Object.entries(value).filter(([key]) => !LEFT_OUT.includes(key))
  return { name, value: clean(Object.fromEntries(kept)), ...known({ source, observedAt: timeOf(value) }) }
}

/** The time of a record; of a source, the last successful reading of its streams. */
function timeOf(value: Readonly<Record<string, unknown>>): Instant | null {
  const own = TIMES.map((key) => instantOf(value[key])).find((at) => at !== null)
  if (own !== undefined) return own
  const streams = value['streams']
  const read = Array.isArray(streams) ? streams.map(({ lastOkAt }) => instantOf(lastOkAt)) : []
  return (
    read
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

function idOf(value: unknown): EvidenceId | null {
  return typeof value === 'string' ? (parseEvidenceId(value)?.id ?? null) : null
}

function instantOf(value: unknown): Instant | null {
  return typeof value === 'string' ? (parseInstant(value) ?? null) : null
}

function clean(value: unknown): unknown {
  return sourceFacts({ value })['value']
}
