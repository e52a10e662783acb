import { changesToAnnounce, isNoise } from '#domain/site/noise.ts'
import { type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'
import { oneLine } from './wording.ts'

/**
 * One event for each reading in which the declarations of an official site changed. While they change at each reading,
 * there is at most one event a week, and its words say so. The facts have the counts of added and removed entries, not
 * the entries. A self-reported site is not official. @source contract, Deliverable event types
 */
export function sourceChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return changesToAnnounce(evidence.siteChanges.filter(({ official }) => official)).map((change) => {
    const { id, sourceId, added, removed, detectedAt } = change
    const site = sourceOf(sourceId, evidence)
    const does = isNoise(change) ? 'changes what it declares at each reading' : 'changed what it declares'
    const words = `Official site ${does}: ${added} added, ${removed} removed`
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
