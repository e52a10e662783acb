import type { EvidenceId } from '#contract/ids.ts'
import { DAY_MS, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { parseSubject } from './commit-streams.ts'
import { besideRegularGaps, clockOf, rowsOfStreams } from './script-rows.ts'

/** Thresholds by which releases count as made by a script. */
export const RELEASE_STREAM_RULE = {
  id: 'releases.automation@2',
  atLeast: 6,
  medianGapAtLeastMs: 10 * 60_000,
  medianGapAtMostMs: 2 * DAY_MS,
  regularGapShare: 0.8,
  regularGapTolerance: 0.01,
  regularGapToleranceAtLeastMs: 2 * 60_000,
} as const

/**
 * The releases that a script made: six in a row of one repository and author, with the same words once versions, dates
 * and numbers are masked, ten minutes to two days apart, and at regular times or with a changing date. Takes every
 * release that stands, also those that add nothing: without them the clock of a script has gaps. A bot as author is not
 * enough, because it also publishes what people built.
 */
export function templatedReleases(ships: readonly RecordedShip[]): ReadonlySet<EvidenceId> {
  const releases = ships.filter(({ kind }) => kind === 'release' || kind === 'prerelease')
  const streams = Map.groupBy(
    releases.toSorted((a, b) => msOf(placedAt(a)) - msOf(placedAt(b)) || (a.id < b.id ? -1 : 1)),
    (ship) => JSON.stringify([ship.origin, ship.author, wordsOf(ship).template]),
  )
  const templated = rowsOfStreams(streams.values(), RELEASE_STREAM_RULE.atLeast).flatMap(scriptedOf)
  return new Set(templated.map(({ id }) => id))
}

/**
 * The releases of a row that a script made: all when each names another date, otherwise the releases beside a regular
 * gap.
 */
function scriptedOf(row: readonly RecordedShip[]): readonly RecordedShip[] {
  const clock = clockOf(row.map((ship) => msOf(placedAt(ship))))
  if (clock === undefined || clock.median < RELEASE_STREAM_RULE.medianGapAtLeastMs) return []
  if (clock.median > RELEASE_STREAM_RULE.medianGapAtMostMs) return []
  if (hasChangingDate(row)) return row
  const toleranceMs = Math.max(
    RELEASE_STREAM_RULE.regularGapTolerance * clock.median,
    RELEASE_STREAM_RULE.regularGapToleranceAtLeastMs,
  )
  return besideRegularGaps(row, { ...clock, toleranceMs, share: RELEASE_STREAM_RULE.regularGapShare })
}

/** Whether each release has another date or time in its words. */
function hasChangingDate(row: readonly RecordedShip[]): boolean {
  const dates = row.map((ship) =>
    wordsOf(ship)
      .tokens.filter(({ kind }) => kind === 'time')
      .map(({ text }) => text)
      .join(' '),
  )
  return !dates.includes('') && new Set(dates).size === row.length
}

function wordsOf({ title, version }: RecordedShip): ReturnType<typeof parseSubject> {
  return parseSubject(version === null || version === title ? title : `${title}\n${version}`)
}
