import type { Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'
import { line } from './wording.ts'

/**
 * Each reading of an official site that found it to declare other than before: how many entries came and went, never
 * which. A site that only itself calls the project's is not official. @source contract, Deliverable event types
 */
export function sourceChanged(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.siteChanges
    .filter(({ official }) => official)
    .map(({ id, sourceId, added, removed, detectedAt }) => {
      const site = sourceOf(sourceId, evidence)
      const words = `Official site changed what it declares: ${added} added, ${removed} removed`
      return {
        id,
        contract: null,
        occurredAt: null,
        detectedAt,
        precision: 'OBSERVED',
        summary: line(site === undefined ? words : `${words} (${site.locator})`),
        facts: { added, removed },
        evidence: [id, sourceId],
        seen: seenThrough(sourceId, evidence, 'declarations'),
        order: [],
      }
    })
}
