import { derived, unknown } from '#contract/claim.ts'
import type { Instant } from '#contract/time.ts'
import { type ActivityState, activityStatus } from '#domain/activity.ts'
import type { CardEvidence } from '#domain/card-evidence.ts'
import { contractUse } from '#domain/contract-use.ts'
import { coverageOf } from '#domain/coverage.ts'
import type { BuildEvidence, Conclusion } from '#domain/evidence.ts'
import { type MarketState, marketStatus } from '#domain/market-status.ts'
import { researchLevel } from '#domain/research-level.ts'
import { countShips, type ShipCount } from '#domain/ships.ts'
import { stillBuilding } from '#domain/still-building.ts'
import { valuation } from '#domain/valuation.ts'
import { type TokenVerdict, VERIFICATION_RULE, verifyToken } from '#domain/verification.ts'
import type { CardRow } from '#records/cards.ts'
import type { Evaluation, EvaluationDraft } from '#records/evaluations.ts'
import type { ProjectEvidence } from '#records/evidence.ts'
import type { StandingSignal } from '#records/signals.ts'
import { buildCard } from './card.ts'
import { draftOf } from './draft.ts'
import { nextBoundary } from './due.ts'
import { coverageDrafts, shipsDraft } from './ground-drafts.ts'
import { projectListing } from './listing.ts'

/** Facts whose earlier conclusion a rule takes into account. */
export const REMEMBERED_FACTS = ['activity.status', 'market.status'] as const

/** What evaluating one project came to. */
export type EvaluatedProject = {
  readonly drafts: readonly EvaluationDraft[]
  readonly card: CardRow
  readonly countsAs: readonly ({ readonly shipId: string } & ShipCount)[]
  /** The next instant at which time alone can move a conclusion. */
  readonly dueAt: Instant
}

type Input = {
  readonly evidence: ProjectEvidence
  readonly standing: readonly Evaluation[]
  readonly signal: StandingSignal | undefined
  readonly now: Instant
}

/** Applies every rule to what is recorded of a project. */
export function evaluateProject(input: Input): EvaluatedProject {
  const { evidence, now } = input
  const { projectId } = evidence
  const build: BuildEvidence = { sources: evidence.sources, ships: evidence.ships }
  const coverage = coverageOf(
    { build, hasToken: evidence.token !== null, statements: evidence.statements },
    now,
  )
  const activity = activityStatus({ evidence: build, previous: previousActivity(input.standing) }, now)
  const market = marketStatus(
    {
      readings: evidence.marketReadings,
      previous: previousMarket(input.standing),
      coverage: coverage.market.state,
    },
    now,
  )
  const verification = verificationOf(evidence)
  const token = evidence.sources.find((source) => source.kind === 'token')
  const level = researchLevel({ evidence: build, tokenSourceId: token === undefined ? null : token.id }, now)
  const value = valuation(
    { readings: evidence.marketReadings, market: market.status, coverage: coverage.market.state },
    now,
  )
  const counts = countShips(build, now)
  const still = stillBuilding({ activity: activity.claim, build, launch: evidence.launch }, now)
  const card = cardOf({ input, build, activity, market, verification, level, coverage })
  const fact = (name: string) => ({ projectId, fact: name })
  return {
    drafts: [
      draftOf({ ...fact('activity.status'), extra: { confirmed: activity.confirmed } }, activity),
      draftOf(
        { ...fact('market.status'), extra: { observedAt: market.observedAt, doubt: market.doubt } },
        market,
      ),
      valuationDraft(projectId, value),
      draftOf(fact('token.verification'), verification),
      draftOf(fact('research.level'), level),
      draftOf(fact('still_building'), still),
      draftOf(fact('contract.use'), contractUse(evidence.uses)),
      shipsDraft({ projectId, build, counts }, now),
      ...coverageDrafts(evidence, coverage),
    ],
    card: {
      projectId,
      activityStatus: activity.status,
      tokenVerification:
        verification.claim.kind === 'UNKNOWN' ? 'UNVERIFIED' : verification.claim.value.status,
      researchLevel: level.claim.kind === 'UNKNOWN' ? 'INDEXED' : level.claim.value,
      marketStatus: market.status,
      ...card,
      listing: projectListing(
        {
          evidence,
          build,
          card: card.evidence,
          value,
          stillBuilding: still,
          marketCoverage: coverage.market.state,
        },
        now,
      ),
    },
    countsAs: [...counts].map(([id, count]) => ({ shipId: id.slice('ship:'.length), ...count })),
    dueAt: nextBoundary({ ships: evidence.ships }, now),
  }
}

function cardOf(judged: {
  input: Input
  build: BuildEvidence
  activity: ReturnType<typeof activityStatus>
  market: ReturnType<typeof marketStatus>
  verification: Conclusion<TokenVerdict>
  level: ReturnType<typeof researchLevel>
  coverage: ReturnType<typeof coverageOf>
}): Pick<CardRow, 'meaningfulShips30d' | 'lastActivityAt' | 'evidence'> {
  const { input, activity, market, verification, level, coverage } = judged
  const built = buildCard({ evidence: judged.build, signal: input.signal }, input.now)
  const card: CardEvidence = {
    ...built,
    activity: activity.claim,
    tokenVerification: verification.claim,
    researchLevel: level.claim,
    market:
      market.claim.kind === 'UNKNOWN' || market.observedAt === null
        ? unknown(market.claim.kind === 'UNKNOWN' ? market.claim.reason : 'NOT_ENOUGH_YET')
        : derived(
            { status: market.claim.value.status, observedAt: market.observedAt },
            market.rule,
            market.claim.evidence,
          ),
    coverage,
  }
  return {
    meaningfulShips30d: built.meaningfulShips30d.kind === 'UNKNOWN' ? null : built.meaningfulShips30d.value,
    lastActivityAt: built.lastActivityAt.kind === 'UNKNOWN' ? null : built.lastActivityAt.value,
    evidence: card,
  }
}

/** A project without a token has nothing to verify. */
function verificationOf(evidence: ProjectEvidence): Conclusion<TokenVerdict> {
  const source = evidence.sources.find((candidate) => candidate.kind === 'token')
  if (evidence.token === null || source === undefined) {
    return { claim: unknown('NOT_APPLICABLE'), rule: VERIFICATION_RULE.id, inputs: {}, unknownInputs: [] }
  }
  return verifyToken({
    token: evidence.token.address,
    tokenSourceId: source.id,
    statements: evidence.statements,
    sources: evidence.sources,
    launches: evidence.otherClaims.filter((claim) => claim.kind === 'launch').map((claim) => claim.id),
  })
}

/** Figures move with every reading and are kept as readings: the conclusion is which kind is shown. */
function valuationDraft(projectId: string, value: ReturnType<typeof valuation>): EvaluationDraft {
  const figures = value.claim.kind === 'UNKNOWN' ? [] : value.claim.value
  const draft = draftOf(
    { projectId, fact: 'market.valuation', extra: { withheld: value.withheld, figures } },
    value,
  )
  const [shown] = figures
  return shown === undefined ? draft : { ...draft, value: { kind: shown.kind } }
}

function previousActivity(standing: readonly Evaluation[]): ActivityState | null {
  const held = standing.find((evaluation) => evaluation.fact === 'activity.status')
  if (held === undefined) return null
  if (held.state !== 'MEASURED') return { status: 'UNKNOWN', since: held.evaluatedAt }
  return held.value as ActivityState
}

function previousMarket(standing: readonly Evaluation[]): MarketState | null {
  const held = standing.find((evaluation) => evaluation.fact === 'market.status')
  if (held === undefined) return null
  if (held.state !== 'MEASURED') return { status: 'INSUFFICIENT_DATA', since: held.evaluatedAt }
  return held.value as MarketState
}
