import { derived, nonEmpty, unknown } from '#contract/claim.ts'
import type { EstablishedBy, ResearchLevel, SourceKind } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { dateOf, type Instant } from '#contract/time.ts'
import { isUnreadKind, wasRead } from '#domain/collecting/watching.ts'
import {
  type BuildEvidence,
  type Conclusion,
  placedAt,
  type RecordedShip,
  type Source,
} from '#domain/evidence.ts'
import { standingShips } from '#domain/ships/ships.ts'

/** The rule of the research level. */
export const RESEARCH_RULE = {
  id: 'research.level@2',
  /** UTC days with verified work that a verified builder needs. */
  workDaysAtLeast: 3,
} as const

const PUBLIC_KINDS: readonly SourceKind[] = ['github_repository', 'website', 'npm_package']
const CORROBORATED: readonly EstablishedBy[] = [
  'mutual',
  'site_link',
  'repository_homepage',
  'deployer_signature',
  'operator_review',
]

/**
 * How far a project is researched: INDEXED, RESEARCHED once a corroborated public source was read, VERIFIED_BUILDER
 * once it also has verified work of several days. Withdrawn evidence lowers it; silence does not. Unknown
 * (NOT_RESEARCHED) when the project has neither a source nor a token. @source contract, Partner Card
 */
export function researchLevel(
  input: { readonly evidence: BuildEvidence; readonly tokenSourceId: EvidenceId | null },
  now: Instant,
): Conclusion<ResearchLevel> {
  const { evidence, tokenSourceId } = input
  const sources = evidence.sources.filter(isCorroborated)
  const work = verifiedWork(evidence, now)
  const registered = [
    ...(tokenSourceId === null ? [] : [tokenSourceId]),
    ...evidence.sources.map(({ id }) => id),
  ]
  const level = levelOf(sources.length, work.days)
  const grounds = {
    INDEXED: registered.slice(0, 1),
    RESEARCHED: sources.map(({ id }) => id),
    VERIFIED_BUILDER: [...work.grounds, ...sources.map(({ id }) => id)],
  }[level]
  const cited = nonEmpty(grounds)
  return {
    claim: cited === undefined ? unknown('NOT_RESEARCHED') : derived(level, RESEARCH_RULE.id, cited),
    supportedUntil: cited === undefined ? null : now,
    rule: RESEARCH_RULE.id,
    inputs: {
      corroboratedSources: sources.map(({ id }) => id),
      verifiedShips: work.ships,
      workDays: work.days,
    },
    unknownInputs: evidence.sources
      .filter((source) => PUBLIC_KINDS.includes(source.kind) && !wasRead(source))
      .map(({ id, kind }) => ({
        input: id,
        reason: isUnreadKind(kind) ? 'NOT_APPLICABLE' : 'NOT_ENOUGH_YET',
      })),
  }
}

function levelOf(sources: number, workDays: number): ResearchLevel {
  if (sources === 0) return 'INDEXED'
  return workDays < RESEARCH_RULE.workDaysAtLeast ? 'RESEARCHED' : 'VERIFIED_BUILDER'
}

function isCorroborated(source: Source): boolean {
  return (
    source.counted &&
    PUBLIC_KINDS.includes(source.kind) &&
    CORROBORATED.includes(source.establishedBy) &&
    wasRead(source)
  )
}

/**
 * The verified ships, the UTC days of their work, and the oldest ships that have enough days. The oldest are cited, so
 * that the evidence stays the same. What was not read is no work.
 */
function verifiedWork(evidence: BuildEvidence, now: Instant) {
  const ships = standingShips(evidence, now)
    .filter(({ backing }) => backing === 'source-verified')
    .toReversed()
  const days = new Set<string>()
  const grounds: EvidenceId[] = []
  for (const ship of ships) {
    const added = workDays(ship).filter((day) => !days.has(day))
    if (added.length > 0 && days.size < RESEARCH_RULE.workDaysAtLeast) grounds.push(ship.id)
    for (const day of added) days.add(day)
  }
  return { ships: ships.length, days: days.size, grounds }
}

function workDays(ship: RecordedShip): readonly string[] {
  const { codeWeek, changes } = ship
  if (codeWeek === null) return changes === 'not_read' ? [] : [dateOf(placedAt(ship))]
  if (codeWeek.substance !== 'substantive') return []
  return Object.entries(codeWeek.byDay).flatMap(([day, commits]) => (commits > 0 ? [day] : []))
}
