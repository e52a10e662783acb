import { type Unknown, unknown } from '#contract/claim.ts'
import { addMs, DAY_MS, dateOf, type Instant, mondayOf, msOf, startOfDate } from '#contract/time.ts'
import {
  builderReading,
  coveredFrom,
  isCutOffAfter,
  lastWholeReading,
  notReadReason,
} from '#domain/collecting/watching.ts'
import { type BuildEvidence, placedAt, type Source } from '#domain/evidence.ts'

const COUNT_WINDOW_MS = 30 * DAY_MS

/** The time that a count covers. `to` is the last instant at which all of building was read, at most now. */
type CountWindow = { readonly kind: 'WINDOW'; readonly from: Instant; readonly to: Instant }

/**
 * The 30 days that a count of ships covers. Unknown while building cannot be read, while on-chain sources are no longer
 * read, and while the listing of a repository or of an on-chain source is cut off inside the 30 days. Thus no number is
 * a count of unread days.
 */
export function countWindow(evidence: BuildEvidence, now: Instant): CountWindow | Unknown {
  const builders = builderReading(evidence, now)
  if (!builders.readable) return unknown(notReadReason(builders.state))
  if (builders.chainLapsed) return unknown('SOURCE_UNAVAILABLE')
  const to = lastWholeReading([...builders.streams, ...builders.chain], now)
  const from = addMs(to, -COUNT_WINDOW_MS)
  const isCut =
    builders.sources.some((source) => isCutAfter(source, from, evidence)) ||
    builders.chain.some((stream) => isCutOffAfter(stream, from))
  if (isCut) return unknown('NOT_ENOUGH_YET')
  return { kind: 'WINDOW', from, to }
}

/** The evidence without ships after the window. A date some hours ahead counts as now while the window ends now. */
export function shipsUpTo(evidence: BuildEvidence, { to }: CountWindow, now: Instant): BuildEvidence {
  if (to === now) return evidence
  return { ...evidence, ships: evidence.ships.filter((ship) => msOf(placedAt(ship)) <= msOf(to)) }
}

/**
 * Whether the commits of a repository were read only back to an instant after `from`: to a week that is a minimum, or
 * to the start of a week. A complete listing of a young repository also begins later, at the repository's creation.
 */
export function isCutAfter(source: Source, from: Instant, evidence: BuildEvidence): boolean {
  const commits = source.streams.find(({ stream }) => stream === 'commits')
  const reached = commits === undefined ? null : coveredFrom(commits)
  if (source.kind !== 'github_repository' || reached === null || msOf(reached) <= msOf(from)) return false
  const first = mondayOf(dateOf(reached))
  if (reached === startOfDate(first)) return true
  return evidence.ships.some(
    ({ sourceId, codeWeek }) =>
      sourceId === source.id && codeWeek?.partial === true && codeWeek.weekStart === first,
  )
}
