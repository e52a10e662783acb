import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { TimelineEntry } from '#contract/shapes/timeline.ts'
import { occurred, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** Kinds of evidence that the service concluded by a rule. */
const CONCLUDED: readonly TimelineEntry['kind'][] = ['signal', 'state', 'integrity', 'narrative']

/** One entry of a timeline, with the time that its source gives and the time at which it was first known. */
export function timelineClaim(entry: TimelineEntry): AgentClaim {
  const { evidenceId, kind, displayTitle, title, occurredAt, precision, detectedAt } = entry
  return {
    kind: CONCLUDED.includes(kind) ? 'DERIVED' : 'FACT',
    ...say`${kind}: ${quoteWords(displayTitle)}.`,
    value: { kind, title },
    ...occurred(occurredAt, precision),
    observedAt: detectedAt,
    evidence: [evidenceId],
  }
}
