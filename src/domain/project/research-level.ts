import { derived, nonEmpty, unknown } from '#contract/claim.ts'
import type { EstablishedBy, ResearchLevel, SourceKind } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { wasRead } from '#domain/collecting/watching.ts'
import type { BuildEvidence, Conclusion, Source } from '#domain/evidence.ts'
import { standingShips } from '#domain/ships/ships.ts'

/** The rule of the research level. */
export const RESEARCH_RULE = { id: 'research.level@1' } as const

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
 * once it also has a verified ship. Withdrawn evidence lowers it; silence does not. Unknown (NOT_RESEARCHED) when the
 * project has neither a source nor a token. @source contract, Partner Card
 */
export function researchLevel(
  input: { readonly evidence: BuildEvidence; readonly tokenSourceId: EvidenceId | null },
  now: Instant,
): Conclusion<ResearchLevel> {
  const { evidence, tokenSourceId } = input
  const sources = evidence.sources.filter(isCorroborated)
  const verified = verifiedShips(evidence, now)
  const registered = [
    ...(tokenSourceId === null ? [] : [tokenSourceId]),
    ...evidence.sources.map(({ id }) => id),
  ]
  const level = levelOf(sources.length, verified.length)
  const grounds = {
    INDEXED: registered.slice(0, 1),
    RESEARCHED: sources.map(({ id }) => id),
    VERIFIED_BUILDER: [...verified.slice(0, 1), ...sources.map(({ id }) => id)],
  }[level]
  const cited = nonEmpty(grounds)
  return {
    claim: cited === undefined ? unknown('NOT_RESEARCHED') : derived(level, RESEARCH_RULE.id, cited),
    rule: RESEARCH_RULE.id,
    inputs: { corroboratedSources: sources.map(({ id }) => id), verifiedShips: verified.length },
    unknownInputs: evidence.sources
      .filter((source) => PUBLIC_KINDS.includes(source.kind) && !wasRead(source))
      .map((source) => ({ input: source.id, reason: 'NOT_ENOUGH_YET' as const })),
  }
}

function levelOf(sources: number, verifiedShips: number): ResearchLevel {
  if (sources === 0) return 'INDEXED'
  return verifiedShips === 0 ? 'RESEARCHED' : 'VERIFIED_BUILDER'
}

function isCorroborated(source: Source): boolean {
  return (
    source.counted &&
    PUBLIC_KINDS.includes(source.kind) &&
    CORROBORATED.includes(source.establishedBy) &&
    wasRead(source)
  )
}

/** Oldest first, so that the cited ship stays the same. */
function verifiedShips(evidence: BuildEvidence, now: Instant): readonly EvidenceId[] {
  return standingShips(evidence, now)
    .filter(({ backing }) => backing === 'source-verified')
    .map(({ id }) => id)
    .toReversed()
}
