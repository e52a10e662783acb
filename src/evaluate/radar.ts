import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '#contract/time.ts'
import { type RadarPlace, radarPlaces } from '#domain/attention/radar.ts'
import { type PlacedCandidate, saveRadar } from '#records/attention/radar.ts'
import { type Database, inTransaction } from '#records/database.ts'

/**
 * Places every published project on the Radar. Stores what changed at once: a new project moves the rank of all below
 * it, and a rank is no conclusion of its own that would be superseded.
 */
export async function placeOnRadar(
  candidates: readonly PlacedCandidate[],
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<void> {
  const placed = radarPlaces(candidates)
  const changed = candidates.flatMap((candidate): [string, RadarPlace][] => {
    const place = placed.get(candidate.projectId)
    return place === undefined || isDeepStrictEqual(place, candidate.placed)
      ? []
      : [[candidate.projectId, place]]
  })
  const ranked = [...placed.values()].filter(({ rank }) => rank !== null).length
  await inTransaction(deps.database, (writer) =>
    saveRadar({ places: new Map(changed), ranked, now: deps.clock() }, writer),
  )
}
