import { asOfField, type Claim, derived, fact, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import { type Instant, msOf } from '#contract/time.ts'
import {
  builderReading,
  codeStreams,
  isMissing,
  notReadReason,
  stateOfStreams,
} from '#domain/collecting/watching.ts'
import type { BuildEvidence, RecordedShip, Signal } from '#domain/evidence.ts'
import type { CardEvidence, CardShip } from '#domain/project/card-evidence.ts'
import { coverageOfDeployments } from '#domain/project/coverage.ts'
import { SIGNALS_RULE } from '#domain/project/signals.ts'
import { CODE_WEEK_RULE, commits30d } from '#domain/ships/code-week.ts'
import { countWindow } from '#domain/ships/count-window.ts'
import {
  countedShips,
  lastActivityAt,
  lastActivityBetween,
  latestMeaningfulShip,
  meaningfulShips30d,
  SHIPS_RULE,
  standingShips,
} from '#domain/ships/ships.ts'

type Concluded = 'activity' | 'tokenVerification' | 'researchLevel' | 'market' | 'coverage'

/**
 * The fields of a project's card that follow from its ships and readings, without the fields that other rules conclude.
 */
export function buildCard(
  input: { evidence: BuildEvidence; signals: readonly Signal[] },
  now: Instant,
): Omit<CardEvidence, Concluded> {
  const { evidence } = input
  const standing = standingShips(evidence, now)
  const counted = countedShips(evidence, now)
  const ships = meaningfulShips30d(evidence, now)
  const newestRelease = standing.find((ship) => ship.kind === 'release')
  const newestDeployment = counted.find((ship) => ship.kind === 'deployment' || ship.kind === 'upgrade')
  return {
    activityMeasured: countWindow(evidence, now).kind !== 'UNKNOWN' && !isOutside(ships),
    lastActivityAt: lastActivityAt(evidence, now),
    lastActivityBetween: lastActivityBetween(evidence, now),
    meaningfulShips30d: ships,
    latestMeaningfulShip: mapShip(latestMeaningfulShip(evidence, now)),
    latestRelease: shipClaim(newestRelease, builderReading(evidence, now).state),
    latestDeployment: shipClaim(newestDeployment, coverageOfDeployments(evidence.sources, now).state),
    latestSignal: latestSignal(input.signals),
    repositoryUrl: repositoryUrl(evidence, now),
    commits30d: commits30d(evidence, now),
    lastCodeActivity: lastCodeActivity(standing, evidence, now),
  }
}

/** Whether no source of the project can have the answer, however well each one is read. */
function isOutside(claim: Claim<unknown>): boolean {
  return claim.kind === 'UNKNOWN' && (claim.reason === 'NOT_APPLICABLE' || claim.reason === 'NO_SOURCE')
}

/** The ship, or why there is none: the coverage state of the sources of its kind. */
function shipClaim(ship: RecordedShip | undefined, state: CoverageState): Claim<CardShip> {
  return ship === undefined
    ? unknown(notReadReason(state))
    : derived(toCardShip(ship), SHIPS_RULE.id, [ship.id])
}

function mapShip(claim: Claim<RecordedShip>): Claim<CardShip> {
  return claim.kind === 'UNKNOWN' ? claim : { ...claim, value: toCardShip(claim.value) }
}

function toCardShip(ship: RecordedShip): CardShip {
  const { id, kind, title, url, version, occurredAt, codeWeek } = ship
  return { id, kind, title, url, version, occurredAt, codeWeek }
}

/** The newest signal that has not ended. Market signals are left out. */
function latestSignal(signals: readonly Signal[]): CardEvidence['latestSignal'] {
  const [signal] = signals
    .filter(({ group, endedAt }) => group !== 'market' && endedAt === null)
    .toSorted((a, b) => msOf(b.windowTo) - msOf(a.windowTo) || (a.id < b.id ? -1 : 1))
  if (signal === undefined) return unknown('NOT_ENOUGH_YET')
  const { id, kind, title, windowFrom, windowTo } = signal
  return derived({ id, kind, title, windowFrom, windowTo }, SIGNALS_RULE.id, [id])
}

/** The recorded address of the first own repository that was read. The card never links to a missing repository. */
function repositoryUrl(evidence: BuildEvidence, now: Instant): Claim<string> {
  const repositories = evidence.sources.filter(
    (source) => source.kind === 'github_repository' && source.counted,
  )
  const present = repositories.filter((source) => !isMissing(source))
  const [read] = present.flatMap(({ id, url, streams }) =>
    streams.flatMap(({ lastOkAt }) => (lastOkAt === null ? [] : [{ id, url, at: lastOkAt }])),
  )
  if (read === undefined) {
    if (repositories.length === 0) return unknown('NO_SOURCE')
    if (present.length === 0) return unknown('SOURCE_UNAVAILABLE')
    return unknown(notReadReason(stateOfStreams(present.flatMap(codeStreams), now).state))
  }
  return read.url === null ? unknown('NOT_ENOUGH_YET') : fact(read.url, [read.id], read.at)
}

function lastCodeActivity(
  standing: readonly RecordedShip[],
  evidence: BuildEvidence,
  now: Instant,
): CardEvidence['lastCodeActivity'] {
  const week = standing.find((ship) => ship.kind === 'code_week')
  const commits = commits30d(evidence, now)
  if (commits.kind === 'UNKNOWN') return commits
  if (week === undefined) return unknown('NOT_ENOUGH_YET')
  const others = commits.evidence.filter((id) => id !== week.id)
  const value = { ship: toCardShip(week), commits30d: commits.value }
  return { ...derived(value, CODE_WEEK_RULE.id, [week.id, ...others]), ...asOfField(commits) }
}
