import { type Claim, derived, nonEmpty, unknown } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { DAY_MS, earliest, type Instant, msOf } from '#contract/time.ts'
import type { Conclusion } from '#domain/evidence.ts'

/** The attention rule. Nothing that can be bought or traded is a measure. */
export const ATTENTION_RULE = { id: 'attention@1', freshMs: 7 * DAY_MS } as const

/** `stars`: stars and watchers of counted repositories. `registries`: external registries that list the token. */
export const ATTENTION_MEASURES = ['stars', 'registries'] as const
type AttentionMeasure = (typeof ATTENTION_MEASURES)[number]

/** One reading of a measure: a repository's stars and watchers, or 1 when a registry lists the token and 0 when not. */
export type AttentionReading = {
  readonly measure: AttentionMeasure
  readonly value: number
  readonly observedAt: Instant
  readonly evidence: EvidenceId
}

/** The measures that are known, each as one number. */
export type Attention = Readonly<Partial<Record<AttentionMeasure, number>>>

/**
 * How much a project is noticed: for each measure, the sum of its readings of the last seven days. A measure with an
 * older reading, or none, is unknown; so are registries when the token is not the project's own. Unknown (NO_SOURCE, or
 * STALE) when no measure is known.
 */
export function attention(
  input: { readonly readings: readonly AttentionReading[]; readonly tokenIsOwn: boolean },
  now: Instant,
): Conclusion<Attention> {
  const measured = ATTENTION_MEASURES.map((measure) => [measure, measureOf(measure, input, now)] as const)
  const known = measured.flatMap(([measure, claim]) => (claim.kind === 'UNKNOWN' ? [] : [{ measure, claim }]))
  const unknownInputs = measured.flatMap(([measure, claim]) =>
    claim.kind === 'UNKNOWN' ? [{ input: measure, reason: claim.reason }] : [],
  )
  const grounds = nonEmpty([...new Set(known.flatMap(({ claim }) => claim.evidence))])
  const reason = unknownInputs.some(({ reason }) => reason === 'STALE') ? 'STALE' : 'NO_SOURCE'
  const value = Object.fromEntries(known.map(({ measure, claim }) => [measure, claim.value]))
  const read = input.readings.filter(({ measure }) => known.some((one) => one.measure === measure))
  return {
    claim: grounds === undefined ? unknown(reason) : derived(value, ATTENTION_RULE.id, grounds),
    supportedUntil: grounds === undefined ? null : earliest(read.map(({ observedAt }) => observedAt)),
    rule: ATTENTION_RULE.id,
    inputs: {},
    unknownInputs,
  }
}

function measureOf(
  measure: AttentionMeasure,
  { readings, tokenIsOwn }: Parameters<typeof attention>[0],
  now: Instant,
): Claim<number> {
  if (measure === 'registries' && !tokenIsOwn) return unknown('NOT_APPLICABLE')
  const own = readings.filter((reading) => reading.measure === measure)
  const grounds = nonEmpty([...new Set(own.map((reading) => reading.evidence))])
  if (grounds === undefined) return unknown('NO_SOURCE')
  const isOld = own.some((reading) => msOf(now) - msOf(reading.observedAt) > ATTENTION_RULE.freshMs)
  if (isOld) return unknown('STALE')
  const sum = own.reduce((total, reading) => total + reading.value, 0)
  return derived(sum, ATTENTION_RULE.id, grounds)
}
