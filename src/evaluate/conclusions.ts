import { unknown } from '#contract/claim.ts'
import type { CoverageState, LaunchStage } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { type BuildEvidence, type Conclusion, tokenStatements } from '#domain/evidence.ts'
import type { LastKnown } from '#domain/last-known.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import {
  type IntegrityBefore,
  type IntegrityConclusion,
  type IntegrityState,
  marketIntegrity,
} from '#domain/market/integrity.ts'
import { type MarketConclusion, type MarketState, marketStatus } from '#domain/market/status.ts'
import type { KnownMarket } from '#domain/market/verdict.ts'
import { type CoverageInput, coverageOf } from '#domain/project/coverage.ts'
import { launchStage } from '#domain/project/launch-stage.ts'
import { researchLevel } from '#domain/project/research-level.ts'
import { VERIFICATION_RULE, type VerificationConclusion, verifyToken } from '#domain/project/verification.ts'
import {
  type ActivityConclusion,
  type ActivityState,
  activityStatus,
  type KnownActivity,
} from '#domain/ships/activity.ts'
import type { JudgedEvidence } from '#records/project/evaluated-facts.ts'
import { draftOf, type EvaluationDraft, type StandingConclusion } from '#records/project/evaluations.ts'

/** The previous conclusions of the facts whose rule uses them; null for a first evaluation. */
export type PreviousConclusions = {
  readonly activity: ActivityState | null
  readonly market: MarketState | null
  readonly integrity: IntegrityBefore
}
export const NO_PREVIOUS: PreviousConclusions = {
  activity: null,
  market: null,
  integrity: { previous: null, lastKnown: null },
}

/** The conclusions whose changes are announced, and the coverage they are based on. */
export type Conclusions = {
  readonly coverage: ReturnType<typeof coverageOf>
  readonly activity: ActivityConclusion
  readonly market: MarketConclusion
  readonly integrity: IntegrityConclusion
  readonly verification: VerificationConclusion
  readonly launchStage: Conclusion<LaunchStage>
  readonly level: ReturnType<typeof researchLevel>
}

/** The records of a project that the building rules may see; none is about a market. */
export function buildEvidence({ sources, ships, kind }: JudgedEvidence): BuildEvidence {
  return { sources, ships, kind }
}

/** The inputs of the coverage rule, from a project's records. */
export function coverageInput(evidence: JudgedEvidence): CoverageInput {
  return { build: buildEvidence(evidence), token: evidence.token, statements: tokenStatements(evidence) }
}

/** Applies the rules whose changes are announced to a project's records. */
export function conclude(
  input: { readonly evidence: JudgedEvidence; readonly previous: PreviousConclusions },
  now: Instant,
): Conclusions {
  const { evidence, previous } = input
  const build = buildEvidence(evidence)
  const coverage = coverageOf(coverageInput(evidence), now)
  const token = evidence.sources.find((source) => source.kind === 'token')
  return {
    coverage,
    activity: activityStatus({ evidence: build, previous: previous.activity }, now),
    ...concludeMarket({ evidence, previous, coverage: coverage.market.state }, now),
    verification: verificationOf(evidence),
    launchStage: launchStage({ token, logs: evidence.launchLogs }, now),
    level: researchLevel({ evidence: build, tokenSourceId: token === undefined ? null : token.id }, now),
  }
}

/** Applies the rules for market readings. */
export function concludeMarket(
  input: {
    readonly evidence: Pick<JudgedEvidence, 'marketReadings'>
    readonly previous: Pick<PreviousConclusions, 'market' | 'integrity'>
    readonly coverage: CoverageState
  },
  now: Instant,
): Pick<Conclusions, 'market' | 'integrity'> {
  const { evidence, previous, coverage } = input
  const readings = evidence.marketReadings
  return {
    market: marketStatus({ readings, coverage, previous: previous.market }, now),
    integrity: marketIntegrity({ readings, coverage, ...previous.integrity }, now),
  }
}

/** The announced conclusions in their stored form. */
export function movingDrafts(
  projectId: string,
  { activity, market, integrity, verification, launchStage: stage, level }: Conclusions,
): Readonly<Record<MovingFact, EvaluationDraft>> {
  const draft = (fact: MovingFact, conclusion: Conclusion<unknown>, extra = {}) =>
    draftOf({ projectId, fact, extra }, conclusion)
  const { observedAt, doubt } = market
  return {
    'activity.status': withConfirmation(draft('activity.status', activity), activity),
    'market.status': draft('market.status', market, { observedAt, doubt }),
    'market_integrity.state': draft('market_integrity.state', integrity),
    'token.verification': withConfirmation(draft('token.verification', verification), verification),
    'token.launch_stage': draft('token.launch_stage', stage),
    'research.level': draft('research.level', level),
  }
}

/** Marks a known value that is not confirmed. An evaluation that confirms it stores another value, without the mark. */
function withConfirmation(
  draft: EvaluationDraft,
  { claim, confirmed }: ActivityConclusion | VerificationConclusion,
): EvaluationDraft {
  if (claim.kind === 'UNKNOWN') return draft
  const inputs = { ...draft.inputs, confirmed }
  return confirmed ? { ...draft, inputs } : { ...draft, inputs, value: { ...claim.value, confirmed } }
}

/**
 * The current conclusions in the form that the rules use; an unknown one is marked as unknown. Conclusions about
 * another token than `token` are left out.
 */
export function previousConclusionsOf(
  standing: readonly StandingConclusion[],
  token: ContractAddress | null,
): PreviousConclusions {
  const current = (fact: MovingFact) => standing.find((conclusion) => conclusion.fact === fact)
  const ofToken = (fact: MovingFact) => {
    const conclusion = current(fact)
    return conclusion?.lastKnown == null || conclusion.lastKnownToken === token ? conclusion : undefined
  }
  return {
    activity: activityStateOf(current('activity.status')),
    market: marketStateOf(ofToken('market.status')),
    integrity: integrityBefore(ofToken('market_integrity.state')),
  }
}

function activityStateOf(current: StandingConclusion | undefined): ActivityState | null {
  if (current === undefined) return null
  const { value, lastKnown, evaluatedAt } = current
  const state = (value ?? { status: 'UNKNOWN', since: evaluatedAt }) as ActivityState
  const isStated = value !== null && state.confirmed !== false
  return isStated || lastKnown === null
    ? state
    : { ...state, ...lastKnownOf(lastKnown as StatusValue<KnownActivity>) }
}

function marketStateOf(current: StandingConclusion | undefined): MarketState | null {
  if (current === undefined) return null
  const { value, lastKnown, evaluatedAt } = current
  if (value !== null) {
    const { status, since } = value as StatusValue<KnownMarket>
    return { status, since, lastKnown: status }
  }
  const unread = { status: 'INSUFFICIENT_DATA', since: evaluatedAt } as const
  return lastKnown === null
    ? { ...unread, lastKnown }
    : { ...unread, ...lastKnownOf(lastKnown as StatusValue<KnownMarket>) }
}

function integrityBefore(current: StandingConclusion | undefined): IntegrityBefore {
  if (current === undefined) return NO_PREVIOUS.integrity
  return {
    previous: current.value as IntegrityState | null,
    lastKnown: current.lastKnown as IntegrityState | null,
  }
}

type StatusValue<Status> = { readonly status: Status; readonly since: Instant }

function lastKnownOf<Status>({ status, since }: StatusValue<Status>): LastKnown<Status> {
  return { lastKnown: status, lastKnownSince: since }
}

/** The conclusions that the next evaluation starts from. */
export function conclusionsAfter({ activity, ...markets }: Conclusions): PreviousConclusions {
  const { status, since, confirmed, lastKnown, lastKnownSince } = activity
  return {
    activity: { status, since, confirmed, ...known({ lastKnown, lastKnownSince }) },
    ...marketConclusionsAfter(markets),
  }
}

/** The conclusions about the market that the next evaluation starts from. */
export function marketConclusionsAfter({
  market,
  integrity,
}: Pick<Conclusions, 'market' | 'integrity'>): Pick<PreviousConclusions, 'market' | 'integrity'> {
  const { status, since, lastKnown, lastKnownSince } = market
  return {
    market: { status, since, lastKnown, ...known({ lastKnownSince }) },
    integrity: {
      previous: integrity.claim.kind === 'UNKNOWN' ? null : integrity.claim.value,
      lastKnown: integrity.lastKnown,
    },
  }
}

/** A project without a token has nothing to verify. */
function verificationOf(evidence: JudgedEvidence): VerificationConclusion {
  const source = evidence.sources.find((candidate) => candidate.kind === 'token')
  if (evidence.token === null || source === undefined) {
    const claim = unknown('NOT_APPLICABLE')
    const { id: rule } = VERIFICATION_RULE
    return { claim, confirmed: true, supportedUntil: null, rule, inputs: {}, unknownInputs: [] }
  }
  return verifyToken({
    token: evidence.token,
    tokenSourceId: source.id,
    statements: tokenStatements(evidence),
    sources: evidence.sources,
    launches: evidence.claims
      .filter(({ kind, withdrawn }) => kind === 'launch' && withdrawn === null)
      .map(({ id }) => id),
  })
}
