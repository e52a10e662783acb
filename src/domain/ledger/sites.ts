import { type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'
import { oneLine } from './wording.ts'

/**
 * One event for each reading in which the declarations of an official site changed. The facts have the counts of added
 * and removed entries, not the entries. A self-reported site is not official. @source contract, Deliverable event types
 */
export function sourceChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.siteChanges
    .filter(({ official }) => official)
    .map(({ id, sourceId, added, removed, detectedAt }) => {
      const site = sourceOf(sourceId, evidence)
      const words = `Official site changed what it declares: ${added} added, ${removed} removed`
      return undated({
        id,
        detectedAt,
        summary: oneLine(site === undefined ? words : `${words} (${site.locator})`),
        facts: { added, removed },
        evidence: [id, sourceId],
        seen: seenThrough(sourceId, evidence, 'declarations'),
      })
    })
}
