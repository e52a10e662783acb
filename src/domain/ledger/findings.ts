import type { ContractAddress } from '#contract/ids.ts'
import { msOf } from '#contract/time.ts'
import type { Signal } from '#domain/evidence.ts'
import type { Seen, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { cameWithHistory, sourceOf } from './origin.ts'
import { oneLine } from './wording.ts'

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
      summary: oneLine(signal.title),
      facts: { windowFrom: signal.windowFrom, windowTo: signal.windowTo },
      evidence: [signal.id, ...signal.evidence],
      seen: seenFinding(signal, evidence),
      order: [],
    }))
}

/** `research` when it cites a ship of the history of a source that was attached after its window began. */
function seenFinding({ evidence: cited, windowFrom }: Signal, evidence: LedgerEvidence): Seen {
  const fromHistory = evidence.ships
    .filter((ship) => cited.includes(ship.id) && cameWithHistory(ship, evidence))
    .some((ship) => {
      const source = sourceOf(ship.sourceId, evidence)
      return source === undefined || msOf(source.attachedAt) > msOf(windowFrom)
    })
  return { by: fromHistory ? 'research' : 'service' }
}
