import { dateOf, mondayOf, msOf } from '#contract/time.ts'
import type { SiteChange } from '#domain/ledger/evidence.ts'

/** When the changes of a site are noise, for example a timestamp or a nonce in a link. */
export const NOISE_RULE = { id: 'site.noise@2', changesInRow: 3 } as const

/**
 * Whether a change is noise: each part that differed also differed in the changes before, and no reading between these
 * changes showed the part unchanged. False while the number of these changes is unknown.
 */
export function isNoise({ changesInRow }: SiteChange): boolean {
  return changesInRow !== null && changesInRow >= NOISE_RULE.changesInRow
}

/**
 * The changes of sites to announce: all but noise of an ISO week in which a change of the site was announced before. A
 * later change never decides about an earlier one.
 */
export function changesToAnnounce(changes: readonly SiteChange[]): readonly SiteChange[] {
  const announced = new Set<string>()
  return changes
    .toSorted((a, b) => msOf(a.detectedAt) - msOf(b.detectedAt))
    .filter((change) => {
      const week = `${change.sourceId} ${mondayOf(dateOf(change.detectedAt))}`
      if (isNoise(change) && announced.has(week)) return false
      announced.add(week)
      return true
    })
}
