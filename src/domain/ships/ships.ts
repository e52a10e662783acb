import { type Claim, derived, derivedAsOf, nonEmpty, unknown } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { HOUR_MS, type Instant, latest, msOf } from '#contract/time.ts'
import { builderReading, notReadReason, withoutCodeReason } from '#domain/collecting/watching.ts'
import { type BuildEvidence, placedAt, type RecordedShip, shipsCode } from '#domain/evidence.ts'
import { countWindow, shipsUpTo } from './count-window.ts'
import { templatedReleases } from './release-streams.ts'
import { COLLAPSE_REASONS, collapsedShips, newestFirst } from './ship-groups.ts'

/** Thresholds by which recorded ships are meaningful. */
export const SHIPS_RULE = {
  id: 'ships.counted@8',
  futureToleranceMs: 24 * HOUR_MS,
} as const

/** What each kind of ship counts as. A `…_week` counts once for all of its week. */
const COUNTS_AS = {
  release: 'release',
  prerelease: 'prerelease_week',
  feature: 'feature',
  integration: 'integration',
  docs: 'docs',
  code_week: 'code_week',
  deployment: 'follow_up_deployment',
  upgrade: 'upgrade',
} as const satisfies Readonly<Record<RecordedShip['kind'], string>>
export type CountsAs = (typeof COUNTS_AS)[RecordedShip['kind']]

/** Why a recorded ship does not count. */
export type NotCountedReason =
  | 'withdrawn'
  | 'source_not_counted'
  | 'self_reported'
  | 'future_date'
  | 'code_week_not_read'
  | 'no_human_commit'
  | 'no_substantive_change'
  | 'package_copy'
  | 'adds_nothing'
  | 'templated_release'
  | (typeof COLLAPSE_REASONS)[number]

/** A ship's verdict. Invariant: `reason` is `counted` exactly when `countsAs` is set. */
export type ShipCount =
  | { readonly countsAs: CountsAs; readonly reason: 'counted' }
  | { readonly countsAs: null; readonly reason: NotCountedReason }

/**
 * What each recorded ship counts as, by ship id. The latest ship of a collapsed group counts and dates the group; the
 * other ships of the group have the reason for the collapse. A release and its package count once. Launches and
 * announcements are never recorded as ships.
 */
export function countShips(evidence: BuildEvidence, now: Instant): ReadonlyMap<EvidenceId, ShipCount> {
  const refused = new Map(evidence.ships.map((ship) => [ship.id, refusedShip(ship, evidence, now)]))
  const eligible = newestFirst(evidence.ships).filter(({ id }) => refused.get(id) === null)
  const templated = templatedReleases(evidence.ships.filter(({ withdrawn }) => !withdrawn))
  const collapsed = collapsedShips(eligible.filter(({ id }) => !templated.has(id)))
  return new Map(
    evidence.ships.map(({ id, kind }): [EvidenceId, ShipCount] => {
      const reason = refused.get(id) ?? (templated.has(id) ? 'templated_release' : collapsed.get(id))
      return [
        id,
        reason === undefined ? { countsAs: COUNTS_AS[kind], reason: 'counted' } : { countsAs: null, reason },
      ]
    }),
  )
}

/** The counted ships, newest first. An empty list means no building only when building was measured. */
export function countedShips(evidence: BuildEvidence, now: Instant): readonly RecordedShip[] {
  const counts = countShips(evidence, now)
  return newestFirst(evidence.ships.filter((ship) => counts.get(ship.id)?.reason === 'counted'))
}

/** The ships that prove shipping, newest first: the counted ships, and the ships that collapse with a counted one. */
export function standingShips(evidence: BuildEvidence, now: Instant): readonly RecordedShip[] {
  const counts = countShips(evidence, now)
  const standing = evidence.ships.filter((ship) => {
    const count = counts.get(ship.id)
    return count !== undefined && isStanding(count)
  })
  return newestFirst(standing)
}

/** Whether a ship proves shipping: it is counted, or collapsed with a counted one. */
export function isStanding(count: ShipCount): boolean {
  return count.reason === 'counted' || COLLAPSE_REASONS.some((reason) => reason === count.reason)
}

/**
 * Meaningful ships in the 30 days that end with the last complete reading (`asOf`); a week of prereleases or of code
 * counts once. Unknown, never 0, when those days were not completely read, a source was never read, or the work is not
 * code.
 * @source contract, Partner Card
 */
export function meaningfulShips30d(evidence: BuildEvidence, now: Instant): Claim<number> {
  const window = countWindow(evidence, now)
  if (window.kind === 'UNKNOWN') return window
  const recent = countedShips(shipsUpTo(evidence, window, now), now).filter(
    (ship) => msOf(placedAt(ship)) > msOf(window.from),
  )
  const { sources, chain, unread } = builderReading(evidence, now)
  const isUnread = chain.some(({ lastOkAt }) => lastOkAt === null)
  if (recent.length === 0 && !shipsCode(evidence)) return unknown('NOT_APPLICABLE')
  if (recent.length === 0 && isUnread) return unknown('NOT_ENOUGH_YET')
  const grounds = nonEmpty([...recent, ...sources].map(({ id }) => id))
  return grounds === undefined
    ? unknown(withoutCodeReason({ unread }))
    : derivedAsOf(derived(recent.length, SHIPS_RULE.id, grounds), window.to, now)
}

/**
 * The newest counted ship. Unknown when there is none: NOT_APPLICABLE when the work is not code, as for the status, else
 * the coverage state of building when building was not read, or NOT_ENOUGH_YET when it was. @source contract, Partner
 * Card
 */
export function latestMeaningfulShip(evidence: BuildEvidence, now: Instant): Claim<RecordedShip> {
  const [newest] = countedShips(evidence, now)
  if (newest !== undefined) return derived(newest, SHIPS_RULE.id, [newest.id])
  const { sources, state } = builderReading(evidence, now)
  return unknown(sources.length > 0 && !shipsCode(evidence) ? 'NOT_APPLICABLE' : notReadReason(state))
}

/**
 * When the newest dated ship that counts happened. Unknown as for the ship itself, and while no counted ship is dated.
 * @source contract, Partner Card
 */
export function lastActivityAt(evidence: BuildEvidence, now: Instant): Claim<Instant> {
  const newest = latestMeaningfulShip(evidence, now)
  if (newest.kind === 'UNKNOWN') return newest
  for (const { id, occurredAt } of countedShips(evidence, now))
    if (occurredAt !== null) return derived(occurredAt, SHIPS_RULE.id, [id])
  return unknown('NOT_ENOUGH_YET')
}

/**
 * The time in which the newest ship happened, when no source dates it. `to` is its detection. `from` is the last
 * reading that did not show it or the newest dated ship, whichever is later; null when there is neither.
 */
export type ActivitySpan = { readonly from: Instant | null; readonly to: Instant }

/**
 * The activity span of the newest ship. Unknown while no ship is known, and NOT_APPLICABLE when the newest ship is
 * dated.
 */
export function lastActivityBetween(evidence: BuildEvidence, now: Instant): Claim<ActivitySpan> {
  const newest = latestMeaningfulShip(evidence, now)
  if (newest.kind === 'UNKNOWN') return newest
  const { id, occurredAt, detectedAt, unchangedUntil } = newest.value
  if (occurredAt !== null) return unknown('NOT_APPLICABLE')
  const dated = lastActivityAt(evidence, now)
  const since = [dated.kind === 'UNKNOWN' ? null : dated.value, unchangedUntil]
  const from = latest(since.filter((at) => at !== null))
  return derived({ from, to: detectedAt }, SHIPS_RULE.id, [id])
}

function refusedShip(ship: RecordedShip, evidence: BuildEvidence, now: Instant): NotCountedReason | null {
  if (ship.withdrawn) return 'withdrawn'
  const source = evidence.sources.find((candidate) => candidate.id === ship.sourceId)
  if (ship.backing === 'self-reported') return 'self_reported'
  if (source === undefined || !source.counted) return 'source_not_counted'
  if (msOf(placedAt(ship)) - msOf(now) > SHIPS_RULE.futureToleranceMs) return 'future_date'
  if (ship.kind === 'code_week') return refusedWeek(ship)
  if (ship.implementation !== null && ship.implementation.address === ship.implementation.previous)
    return 'adds_nothing'
  if (ship.changes === 'identical' || (ship.changes === 'none' && shipsCode(evidence))) return 'adds_nothing'
  if (ship.changes === 'automated' && shipsCode(evidence)) return 'no_human_commit'
  if (source.kind === 'npm_package' && hasOriginal(ship, evidence)) return 'package_copy'
  return null
}

function refusedWeek(ship: RecordedShip): NotCountedReason | null {
  if (ship.codeWeek === null) return 'code_week_not_read'
  if (ship.codeWeek.humanCommits === 0) return 'no_human_commit'
  return ship.codeWeek.substance === 'none' ? 'no_substantive_change' : null
}

function hasOriginal(copy: RecordedShip, evidence: BuildEvidence): boolean {
  if (copy.version === null) return false
  const version = bareVersion(copy.version)
  const repositories = new Set(
    evidence.sources
      .filter((source) => source.kind === 'github_repository' && source.counted)
      .map((source) => source.id),
  )
  return evidence.ships.some(
    (ship) =>
      repositories.has(ship.sourceId) &&
      !ship.withdrawn &&
      ship.version !== null &&
      bareVersion(ship.version) === version,
  )
}

function bareVersion(version: string): string {
  return version.replace(/^.*@(?=\d)/, '').replace(/^v(?=\d)/i, '')
}
