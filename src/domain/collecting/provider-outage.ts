import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'

/** The last finding of a stream about its provider. A retry of a failed reading is no new finding. */
export type StreamFinding = {
  readonly sourceId: string
  readonly stream: string
  readonly outcome: ReadingOutcome
  /** When it was found: of a failure its first reading, of everything else the newest. */
  readonly at: Instant
  /** Whether the stream was ever read successfully. */
  readonly hasAnswered: boolean
  /** Since when the stream was missing or failing; null while it answers. */
  readonly failingSince: Instant | null
}

type Told = {
  /** The beginning of the run that is judged. */
  readonly since: Instant
  /** Whether each source is a host of its own, so that what one refuses says nothing about the others. */
  readonly ownHosts: boolean
  readonly now: Instant
}

/** How much shows an outage, of a provider and, in the ledger, around one reading of it. */
export const OUTAGE_RULE = { leastFindings: 4, turnedWithinMs: DAY_MS } as const
/** A run that finds less is judged with what was found before it. */
const LEAST_LOOKED_AT = 8
/** Fewer sources can be gone together, for example those of one owner. */
const LEAST_TURNED_SOURCES = 4
/** How a reading ends when its provider fails, and not what was read. */
export const PROVIDER_FAILURES: readonly ReadingOutcome[] = ['rate_limited', 'unavailable', 'error']

/**
 * Whether a provider fails as a whole, from the findings of its streams: of this run, and at least the newest eight. An
 * outage is (1) more than half of at least four findings are failures, or (2) at least four sources turned missing
 * within a day, and these findings and the failures are at least half: that is a proxy's answer, not the truth about
 * each. Of four hosts or more each counts once, and a host's rate limit is its own. What never answered counts only
 * while nothing did. Undefined when the run found nothing new, and when most of fewer than four findings are failures:
 * the provider may fail as a whole, or only these sources.
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

/** The newest first; of one instant, an answer before a failure, because a provider that answers is there. */
function newestFirst(findings: readonly StreamFinding[]): readonly StreamFinding[] {
  const failure = ({ outcome }: StreamFinding) => (PROVIDER_FAILURES.includes(outcome) ? 1 : 0)
  return findings.toSorted((a, b) => msOf(b.at) - msOf(a.at) || failure(a) - failure(b))
}

function newestOfEachSource(findings: readonly StreamFinding[]): readonly StreamFinding[] {
  const oldestFirst = newestFirst(findings).toReversed()
  return newestFirst([...new Map(oldestFirst.map((finding) => [finding.sourceId, finding])).values()])
}
