import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'

/** The last finding of a stream about its provider. A retry of a failed reading is no new finding. */
export type StreamFinding = {
  readonly sourceId: string
  readonly stream: string
  readonly outcome: ReadingOutcome
  /** The time of a failure's first reading; of any other finding, the time of the newest reading. */
  readonly at: Instant
  /** Whether the stream was ever read successfully. */
  readonly hasAnswered: boolean
  /** Since when the stream was missing or failing; null while it answers. */
  readonly failingSince: Instant | null
}

type Told = {
  /** The beginning of the run that is judged. */
  readonly since: Instant
  /** Whether each source has its own host. A host that refuses then says nothing about the other hosts. */
  readonly ownHosts: boolean
  readonly now: Instant
}

/** The least findings that show an outage: of a provider, and in the ledger around one of its readings. */
export const OUTAGE_RULE = { leastFindings: 4, turnedWithinMs: DAY_MS } as const
/** A run with fewer findings is judged together with the findings before it. */
const LEAST_LOOKED_AT = 8
/** Fewer sources can disappear together without an outage, for example those of one owner. */
const LEAST_TURNED_SOURCES = 4
/** Outcomes of a reading that are failures of the provider. They say nothing about the source. */
export const PROVIDER_FAILURES: readonly ReadingOutcome[] = ['rate_limited', 'unavailable', 'error']

/**
 * Whether a provider fails as a whole, from the findings of its streams: those of this run, and at least the newest
 * eight. An outage is one of these:
 * - More than half of at least four findings are failures.
 * - At least four sources turned missing within a day, and these findings and the failures are at least half of at
 *   least four findings. A proxy answers so; it is not the truth about each source.
 *
 * Where each source has its own host, rate limits are left out. From four such sources on, each counts once. A failure
 * of a stream that never answered counts only while no stream ever answered. Undefined when the run found nothing new,
 * and when most of fewer than four findings are failures: either the provider or only these sources may fail.
 */
export function isProviderFailing(
  findings: readonly StreamFinding[],
  { since, ownHosts, now }: Told,
): boolean | undefined {
  const hasAnswers = findings.some(({ hasAnswered }) => hasAnswered)
  const telling = findings.filter(
    ({ outcome, hasAnswered }) =>
      (hasAnswered || !hasAnswers || !PROVIDER_FAILURES.includes(outcome)) &&
      !(ownHosts && outcome === 'rate_limited'),
  )
  const hosts = ownHosts ? newestOfEachSource(telling) : []
  const newest = hosts.length >= OUTAGE_RULE.leastFindings ? hosts : newestFirst(telling)
  const found = newest.filter(({ at }) => at >= since).length
  if (found === 0) return undefined
  const judged = newest.slice(0, Math.max(LEAST_LOOKED_AT, found))
  const failures = judged.filter(({ outcome }) => PROVIDER_FAILURES.includes(outcome)).length
  const isEnough = judged.length >= OUTAGE_RULE.leastFindings
  if (failures * 2 > judged.length) return isEnough ? true : undefined
  if (!isEnough) return false
  const turnedSince = addMs(now, -OUTAGE_RULE.turnedWithinMs)
  const turned = judged.filter(
    ({ outcome, hasAnswered, failingSince }) =>
      outcome === 'missing' && hasAnswered && failingSince !== null && failingSince >= turnedSince,
  )
  const sources = new Set(turned.map(({ sourceId }) => sourceId)).size
  return sources >= LEAST_TURNED_SOURCES && (failures + turned.length) * 2 >= judged.length
}

/**
 * Sorts findings, newest first. Of two findings at one instant the answer comes before the failure, because it shows
 * that the provider answers.
 */
function newestFirst(findings: readonly StreamFinding[]): readonly StreamFinding[] {
  const failure = ({ outcome }: StreamFinding) => (PROVIDER_FAILURES.includes(outcome) ? 1 : 0)
  return findings.toSorted((a, b) => msOf(b.at) - msOf(a.at) || failure(a) - failure(b))
}

function newestOfEachSource(findings: readonly StreamFinding[]): readonly StreamFinding[] {
  const oldestFirst = newestFirst(findings).toReversed()
  return newestFirst([...new Map(oldestFirst.map((finding) => [finding.sourceId, finding])).values()])
}
