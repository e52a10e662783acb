import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { msOf } from '#contract/time.ts'
import type { Signal } from '#domain/evidence.ts'
import type { Seen, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { cameWithHistory, sourceOf } from './origin.ts'
import { oneLine } from './wording.ts'

/** One event for each finding of a kind, dated by the end of its window. */
export function draftFindings(kind: string, evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.signals
    .filter((signal) => signal.kind === kind)
    .map((signal) => ({
      id: signal.id,
      contract: marketTokenOf(signal, evidence),
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

/**
 * The token whose market the finding is about, even when the project has another token now; null for any other finding.
 */
function marketTokenOf({ evidence: cited }: Signal, { sources }: LedgerEvidence): ContractAddress | null {
  const market = sources.find(({ id, kind }) => kind === 'market' && cited.includes(id))
  return market === undefined
    ? null
    : (parseAddress(market.locator.slice(market.locator.indexOf(':') + 1)) ?? null)
}

/**
 * `research` when the finding cites a ship from a source's history and the source was attached after the window began.
 */
function seenFinding({ evidence: cited, windowFrom }: Signal, evidence: LedgerEvidence): Seen {
  const fromHistory = evidence.ships
    .filter((ship) => cited.includes(ship.id) && cameWithHistory(ship, evidence))
    .some((ship) => {
      const source = sourceOf(ship.sourceId, evidence)
      return source === undefined || msOf(source.attachedAt) > msOf(windowFrom)
    })
  return { by: fromHistory ? 'research' : 'service' }
}
