import { unknown } from '#contract/claim.ts'
import type { Instant } from '#contract/time.ts'
import { contractUse } from '#domain/contracts/contract-use.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import type { MarketConclusion } from '#domain/market/status.ts'
import { valuation } from '#domain/market/valuation.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { launchOf } from '#domain/project/signals.ts'
import { stillBuilding } from '#domain/project/still-building.ts'
import { countShips, type ShipCount } from '#domain/ships/ships.ts'
import type { RankedEvidence } from '#records/attention/rankings.ts'
import type { CardRow } from '#records/project/cards.ts'
import type { Judged, KnownThen } from '#records/project/evaluated-facts.ts'
import { draftOf, type EvaluationDraft, type StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { buildCard } from './card.ts'
import {
  buildEvidence,
  type Conclusions,
  conclude,
  movingDrafts,
  previousConclusionsOf,
} from './conclusions.ts'
import { nextBoundary } from './due.ts'
import { coverageDrafts, shipsDraft } from './ground-drafts.ts'
import { projectListing } from './listing.ts'
import { rankedEvidence, wasUnderTheRadar } from './ranked-evidence.ts'
import { hasFormOf, outdatedFacts, type Rederived, rederive } from './rule-change.ts'

/** The result of evaluating one project. */
export type EvaluatedProject = {
  readonly drafts: readonly EvaluationDraft[]
  /** After a rule change: the conclusions to compare the drafts with. They are stored before the drafts. */
  readonly baselines: readonly EvaluationDraft[]
  readonly card: CardRow
  /** The project's inputs of ranking. */
  readonly ranked: RankedEvidence
  readonly countsAs: readonly ({ readonly shipId: string } & ShipCount)[]
  /** The next instant at which time alone can change a conclusion. */
  readonly dueAt: Instant
}

type Input = {
  readonly evidence: ProjectEvidence
  readonly standing: readonly StandingConclusion[]
  readonly judged: Judged | undefined
  /** The facts known at the last evaluation; undefined when not needed or no longer recorded. */
  readonly knownThen: KnownThen | undefined
  readonly now: Instant
}

/** Applies every rule to a project's records. */
export function evaluateProject(input: Input): EvaluatedProject {
  const { evidence, now } = input
  const { projectId } = evidence
  const build = buildEvidence(evidence)
  const outdated = outdatedFacts(input.standing, input.judged)
  const rederived = rederivedOf(input, outdated)
  const previous =
    rederived === undefined ? previousConclusionsOf(input.standing, evidence.token) : rederived.previous
  const concluded = conclude({ evidence, previous }, now)
  const moving = movingDrafts(projectId, concluded)
  const { activity, market, verification, level, coverage } = concluded
  const value = valuation(
    { readings: evidence.marketReadings, market: market.lastKnown, coverage: coverage.market.state },
    now,
  )
  const counts = countShips(build, now)
  const still = stillBuilding({ activity: activity.claim, build, launch: launchOf(evidence) }, now)
  const use = contractUse(evidence, now)
  const card = cardOf({ input, build, concluded })
  const ranked = rankedEvidence({ evidence, build, concluded, use, card: card.evidence }, now)
  const fact = (name: string) => ({ projectId, fact: name })
  return {
    drafts: [
      ...Object.values(moving),
      valuationDraft(projectId, value),
      draftOf(fact('still_building'), still),
      draftOf(fact('contract.use'), use),
      shipsDraft({ projectId, build, counts }, now),
      ...ranked.drafts,
      ...coverageDrafts(evidence, coverage, now),
    ],
    baselines: outdated.map((name) => {
      const baseline = rederived?.drafts.find((draft) => draft.fact === name)
      return baseline === undefined ? { ...moving[name], knownAt: now } : baseline
    }),
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
          underTheRadar: wasUnderTheRadar(input.standing),
          marketCoverage: coverage.market.state,
        },
        now,
      ),
    },
    ranked: ranked.ranked,
    countsAs: [...counts].map(([id, count]) => ({ shipId: id.slice('ship:'.length), ...count })),
    dueAt: nextBoundary(evidence.ships, now),
  }
}

/**
 * The conclusions of the current rules from the facts of the last evaluation. Undefined when no rule changed, and when
 * the earlier facts are missing, of another token or have another form.
 */
function rederivedOf(
  { knownThen, evidence, standing }: Input,
  facts: readonly MovingFact[],
): Rederived | undefined {
  if (knownThen === undefined || !hasFormOf(evidence, knownThen.evidence)) return undefined
  if (knownThen.evidence.token !== evidence.token) return undefined
  return rederive({ knownThen, standing, facts })
}

function cardOf(judged: {
  input: Input
  build: BuildEvidence
  concluded: Conclusions
}): Pick<CardRow, 'meaningfulShips30d' | 'lastActivityAt' | 'evidence'> {
  const { input, concluded } = judged
  const { activity, market, verification, level, coverage } = concluded
  const built = buildCard({ evidence: judged.build, signals: input.evidence.signals }, input.now)
  const card: CardEvidence = {
    ...built,
    activity: activity.claim,
    tokenVerification: verification.claim,
    researchLevel: level.claim,
    market: marketOf(market),
    coverage,
  }
  return {
    meaningfulShips30d: built.meaningfulShips30d.kind === 'UNKNOWN' ? null : built.meaningfulShips30d.value,
    lastActivityAt: built.lastActivityAt.kind === 'UNKNOWN' ? null : built.lastActivityAt.value,
    evidence: card,
  }
}

function marketOf({ claim, observedAt }: MarketConclusion): CardEvidence['market'] {
  if (claim.kind === 'UNKNOWN') return claim
  // The time is known exactly while the status is.
  return observedAt === null
    ? unknown('NOT_ENOUGH_YET')
    : { ...claim, value: { status: claim.value.status, observedAt } }
}

/**
 * The value of this conclusion is the kind of the shown valuation, which seldom changes. The figure itself is the
 * first input. A new reading therefore only updates the inputs of the row, and the number of rows grows with the
 * moves and not with the readings.
 */
function valuationDraft(projectId: string, value: ReturnType<typeof valuation>): EvaluationDraft {
  const fact = { projectId, fact: 'market.valuation', extra: { withheld: value.withheld } }
  const draft = draftOf(fact, value)
  return value.claim.kind === 'UNKNOWN' ? draft : { ...draft, value: { kind: value.claim.value[0].kind } }
}
