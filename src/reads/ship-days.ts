import type { Slug } from '#contract/ids.ts'
import { getShipDays } from '#records/ships/ship-days.ts'
import { type DayOfShips, firstCalendarDay, shipDays } from '#views/ships/calendar.ts'
import type { ReadDeps } from './deps.ts'

/** The days of a year on which a project shipped, oldest first. */
export async function readShipDays(
  { slug }: { readonly slug: Slug },
  { reader, now }: ReadDeps,
): Promise<readonly DayOfShips[]> {
  return shipDays(await getShipDays({ slug, from: firstCalendarDay(now), now }, reader), now)
}
