import { asOfField } from '#contract/claim.ts'
import type { CoverageDimension, SourceKind } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { keysOf } from '#contract/keyed.ts'
import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { isGood } from '#domain/collecting/reading-outcome.ts'
import { builderReading, buildingReadUpTo } from '#domain/collecting/watching.ts'
import { type BuildEvidence, type TokenStatement, tokenStatements } from '#domain/evidence.ts'
import type { DimensionCoverage } from '#domain/project/card-evidence.ts'
import { COVERAGE_RULE, type CoverageInput, sourcesBehind } from '#domain/project/coverage.ts'
import type { UnreadStream } from '#domain/project/explained-record.ts'
import { verdictStatements } from '#domain/project/verification.ts'
import { meaningfulShips30d, SHIPS_RULE, type ShipCount } from '#domain/ships/ships.ts'
import { draftOf, type EvaluationDraft } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { coverageInput } from './conclusions.ts'

/** The conclusion about counted ships: their number in 30 days, and the number of ships for each verdict. */
export function shipsDraft(
  judged: { projectId: string; build: BuildEvidence; counts: ReadonlyMap<EvidenceId, ShipCount> },
  now: Instant,
): EvaluationDraft {
  const claim = meaningfulShips30d(judged.build, now)
  const verdicts = Map.groupBy(judged.counts.values(), ({ countsAs, reason }) =>
    countsAs === null ? reason : countsAs,
  )
  const inputs = {
    ...Object.fromEntries([...verdicts].map(([verdict, ships]) => [verdict, ships.length])),
    ...asOfField(claim),
  }
  const unknownInputs = claim.kind === 'UNKNOWN' ? [{ input: 'building', reason: claim.reason }] : []
  return draftOf(
    { projectId: judged.projectId, fact: 'ships.meaningful_30d' },
    {
      claim,
      supportedUntil: buildingReadUpTo(builderReading(judged.build, now)) ?? now,
      rule: SHIPS_RULE.id,
      inputs,
      unknownInputs,
    },
  )
}

const KINDS: Readonly<Record<CoverageDimension, readonly SourceKind[]>> = {
  building: ['github_repository', 'npm_package', 'website', 'deployer', 'contract', 'token'],
  contracts: ['deployer', 'contract', 'token'],
  verified_source: ['explorer'],
  market: ['market'],
  locks: ['locker'],
  token_verification: ['website', 'token'],
}

/** The streams whose last attempt read nothing, with how it ended; empty while every stream is read. */
function unreadOf(sources: CoverageInput['build']['sources']): readonly UnreadStream[] {
  return sources.flatMap(({ id, streams }) =>
    streams.flatMap(({ stream, provider, lastOutcome: outcome, failingSince: since }) =>
      outcome === null || isGood(outcome) ? [] : [{ source: id, provider, stream, outcome, since }],
    ),
  )
}

/**
 * The coverage of each dimension, with the sources as evidence, and the statements that show the token's verdict.
 * `unread` names only streams that the state of the dimension rests on.
 */
export function coverageDrafts(
  evidence: ProjectEvidence,
  coverage: Readonly<Record<CoverageDimension, DimensionCoverage>>,
  now: Instant,
): readonly EvaluationDraft[] {
  const dimensions = keysOf(KINDS)
  const input = coverageInput(evidence)
  return dimensions.map((dimension) => {
    const { state, observedAt } = coverage[dimension]
    const shown = dimension === 'token_verification' ? shownVerdict(evidence) : []
    const read = evidence.sources.filter(
      ({ id, kind }) => KINDS[dimension].includes(kind) || shown.some(({ record }) => record?.source === id),
    )
    const sources = read.map(({ id }) => id)
    const unread = unreadOf(sourcesBehind(dimension, input, now))
    const measured = state === 'MEASURED'
    return {
      projectId: evidence.projectId,
      fact: `coverage.${dimension}`,
      rule: COVERAGE_RULE.id,
      state,
      value: measured ? state : null,
      supportedUntil: measured ? observedAt : null,
      inputs: {
        sources,
        ...known({ observedAt }),
        ...(unread.length === 0 ? {} : { unread }),
      },
      evidence: measured ? [...sources, ...shown.map(({ id }) => id)] : [],
      unknownInputs: measured ? [] : [{ input: dimension, reason: state }],
    }
  })
}

/** The statements that show the verdict on the project's token; empty without a token. */
function shownVerdict({ token, claims, sources }: ProjectEvidence): readonly TokenStatement[] {
  if (token === null) return []
  return verdictStatements({ token, statements: tokenStatements({ claims, sources }), sources })
}
