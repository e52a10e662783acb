import type { CoverageDimension, CoverageState, ExplainFact } from '#contract/enums.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { CoverageItem } from '#contract/shapes/coverage.ts'
import { COVERAGE_RULE } from '#domain/project/coverage.ts'
import { CONCLUDED_FACTS } from '../../field-explanation.ts'
import { say } from '../say.ts'
import { reasonOf } from './contracts.ts'

type UnreadStream = NonNullable<CoverageItem['unread']>[number]
type Category = CoverageDimension | ExplainFact
type Stated = { readonly category: Category; readonly state: CoverageState }

/** Of each dimension and fact: what is not known, and what that does not show. */
const WORDS: Readonly<Record<Category, readonly [statement: string, doNotConclude: string]>> = {
  building: ['What it builds is not known.', 'Do not conclude that it is inactive or abandoned.'],
  contracts: ['Its contracts are not known.', 'Do not conclude that it has deployed no contract.'],
  verified_source: [
    'Whether the source of its contracts is verified is not known.',
    'Do not conclude that they are unverified, safe or unsafe.',
  ],
  market: ['Its market is not known.', 'Do not conclude that it has no market, or a value of zero.'],
  locks: ['Its token locks are not known.', 'Do not conclude that nothing is locked, or that anything is.'],
  token_verification: [
    'Whether the project names this token is not known.',
    'Do not conclude that the token is genuine, or that it is not.',
  ],
  'market.valuation': [
    'Its valuation is not known.',
    'Do not conclude a value of zero, and do not work one out from the price.',
  ],
  'market.status': [
    'The status of its market is not known.',
    'Do not conclude that the market is dead or alive.',
  ],
  'activity.status': [
    'Whether it ships is not known.',
    'Do not conclude that it is inactive, dormant or abandoned.',
  ],
  'build.momentum': ['Its build momentum is not measured.', 'Do not conclude a momentum of zero.'],
  discovery_gap: [
    'Whether it is noticed less than it builds is not measured.',
    'Do not conclude that it is well known, or that it is overlooked.',
  ],
  still_building: [
    'Whether it still builds is not concluded.',
    'Do not conclude that it has stopped building.',
  ],
  'research.level': [
    'Its research level is not concluded.',
    'Do not conclude that it was researched and found wanting.',
  ],
  'token.verification': [
    'Whether the project names this token is not concluded.',
    'Do not conclude that the token is genuine, or that it is not.',
  ],
  'source.counted': ['Whether a source counts is not known.', 'Do not conclude that it does not count.'],
  'market_integrity.state': [
    'Nothing is told about the integrity of its market readings.',
    'Do not conclude that they are sound, or that they are manipulated.',
  ],
}

/** What is not measured, with what must not be concluded from that. */
export function agentUnknowns(stated: readonly Stated[]): readonly AgentUnknown[] {
  return stated.flatMap(({ category, state }) => {
    if (state === 'MEASURED') return []
    const [statement, doNotConclude] = WORDS[category]
    return [{ category, statement, doNotConclude, reason: state }]
  })
}

/** The unmeasured dimensions of a project. */
export function unknownDimensions(coverage: Output<'snapshot'>['coverage']): readonly AgentUnknown[] {
  return agentUnknowns(
    Object.entries(coverage).map(([category, { state }]) => ({
      category: category as CoverageDimension,
      state,
    })),
  )
}

const OF_TOKEN: readonly ExplainFact[] = ['token.verification', 'market.status', 'market.valuation']

/** The facts of a snapshot that were not concluded. Without a token, those of the token do not arise. */
export function unknownFacts({ claims, identity }: Output<'snapshot'>): readonly AgentUnknown[] {
  const stated = Object.entries(CONCLUDED_FACTS).flatMap(([name, category]) => {
    const note = claims[name]
    const arises = identity.token !== undefined || !OF_TOKEN.includes(category)
    return note?.kind === 'UNKNOWN' && note.reason !== undefined && arises
      ? [{ category, state: note.reason }]
      : []
  })
  return agentUnknowns(stated)
}

/** The unmeasured dimensions of a project, and the facts that were not concluded. */
export function coverageUnknowns({ items, facts }: Output<'coverage'>): readonly AgentUnknown[] {
  return agentUnknowns([
    ...items.map(({ dimension, state }) => ({ category: dimension, state })),
    ...facts.map(({ fact, state }) => ({ category: fact, state })),
  ])
}

/**
 * How far each dimension of a project is read, and what that means: first the dimensions that are not measured, each
 * with the attempts that read nothing.
 */
export function coverageClaims({ items }: Output<'coverage'>): AgentClaim[] {
  const { measured = [], others = [] } = Object.groupBy(items, ({ state }) =>
    state === 'MEASURED' ? 'measured' : 'others',
  )
  return [...others, ...measured].flatMap(({ dimension, state, meaning, since, asOf, unread = [] }) => {
    const times = asOf === undefined ? {} : { asOf }
    return [
      coverageClaim({ dimension, state, meaning, isConcluded: since !== undefined, times }),
      ...unreadClaims(unread),
    ]
  })
}

/** What the failing attempts of a dimension read, one claim for each source and way to fail. */
function unreadClaims(unread: readonly UnreadStream[]): AgentClaim[] {
  const alike = Map.groupBy(unread, ({ source, provider, outcome }) => `${source} ${provider} ${outcome}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const streams = [first, ...others].map(({ stream }) => stream).join(', ')
    const [since] = [first, ...others].flatMap(({ since }) => (since === undefined ? [] : [since])).toSorted()
    const said = say`The last attempt to read ${streams} from ${first.provider} ended with the outcome ${first.outcome}.${since && ` Attempts have failed since ${since}.`}`
    return [{ kind: 'FACT', ...said, value: first.outcome, evidence: [first.source] }]
  })
}

/** How far a dimension is read: a state that a rule concludes. Before the first evaluation it is unknown. */
export function coverageClaim(of: {
  readonly dimension: string
  readonly state: CoverageState
  readonly meaning?: string
  readonly isConcluded: boolean
  readonly times: Pick<AgentClaim, 'observedAt' | 'asOf'>
}): AgentClaim {
  const { dimension, state, meaning, isConcluded, times } = of
  const said = say`Coverage of ${dimension}: ${state}.${meaning && ` ${meaning}`}`
  if (!isConcluded) return { kind: 'UNKNOWN', ...said, ...reasonOf(state) }
  return { kind: 'DERIVED', ...said, value: state, rule: COVERAGE_RULE.id, freshness: state, ...times }
}
