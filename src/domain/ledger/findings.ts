import type { ContractAddress } from '#contract/ids.ts'
import { msOf } from '#contract/time.ts'
import { placedAt, type Signal } from '#domain/evidence.ts'
import type { Seen, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { cameWithHistory } from './origin.ts'
import { line } from './wording.ts'

/** One event for each finding of a kind, dated by the end of its window. */
export function draftFindings(
  kind: string,
  evidence: LedgerEvidence,
  contract: ContractAddress | null = null,
): readonly UntypedDraft[] {
  return evidence.signals
    .filter((signal) => signal.kind === kind)
    .map((signal) => ({
      id: signal.id,
      contract,
      occurredAt: signal.windowTo,
      detectedAt: signal.detectedAt,
      precision: 'WINDOW',
      summary: line(signal.title),
      facts: { windowFrom: signal.windowFrom, windowTo: signal.windowTo },
      evidence: [signal.id, ...signal.evidence],
      seen: seenFinding(signal, evidence),
      order: [],
    }))
}

/** `research` when the newest ship of the finding is older than its source's attachment. */
function seenFinding(signal: Signal, evidence: LedgerEvidence): Seen {
  const [newest] = evidence.ships
    .filter((ship) => signal.evidence.includes(ship.id))
    .toSorted((a, b) => msOf(placedAt(b)) - msOf(placedAt(a)))
  return { by: newest !== undefined && cameWithHistory(newest, evidence) ? 'research' : 'service' }
}
