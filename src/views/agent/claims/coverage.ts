import type { CoverageDimension, CoverageState, ExplainFact } from '#contract/enums.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { CoverageItem } from '#contract/shapes/coverage.ts'
import type { Instant } from '#contract/time.ts'
import { COVERAGE_RULE } from '#domain/project/coverage.ts'
import { CONCLUDED_FACTS } from '../../evidence/field-explanation.ts'
import { say } from '../say.ts'
import { reasonOf } from './contracts.ts'

type UnreadStream = NonNullable<CoverageItem['unread']>[number]
type Category = CoverageDimension | ExplainFact
/** The coverage state of a dimension or fact. `observedAt` is the time of the last reading of a dimension. */
type Stated = {
  readonly category: Category
  readonly state: CoverageState
  readonly observedAt?: Instant | null | undefined
}

/** For each dimension and fact: the statement that it is not known, and the conclusion that this does not allow. */
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

/** A dimension as the subject of a sentence about its last reading. */
const SUBJECTS: Readonly<Record<CoverageDimension, string>> = {
  building: 'Its building was',
  contracts: 'Its contracts were',
  verified_source: 'The source of its contracts was',
  market: 'Its market was',
  locks: 'Its token locks were',
  token_verification: 'What the project says of this token was',
}

/**
 * Dimensions whose sources each show a different part. Some parts can have a later reading than the dimension as a
 * whole.
 */
const IN_PARTS: readonly CoverageDimension[] = ['building', 'contracts', 'locks']

function readWords(dimension: CoverageDimension, at: Instant): string {
  return IN_PARTS.includes(dimension) ? `read in full up to ${at}` : `last read at ${at}`
}

/**
 * The dimensions and facts that are not measured, each with the conclusion that this does not allow. Conclusions from
 * the last reading of a dimension still stand, so only later changes are unknown.
 */
function agentUnknowns(stated: readonly Stated[]): readonly AgentUnknown[] {
  return stated.flatMap(({ category, state, observedAt }) => {
    if (state === 'MEASURED') return []
    const readAt = lastReadAt({ state, observedAt })
    const [statement, doNotConclude] =
      readAt !== undefined && isDimension(category)
        ? [
            `${SUBJECTS[category]} ${readWords(category, readAt)}; what ${IN_PARTS.includes(category) ? 'else ' : ''}changed since is not known.`,
            'Do not conclude that nothing has changed since.',
          ]
        : WORDS[category]
    return [{ category, statement, doNotConclude, reason: state }]
  })
}

/**
 * The time of the last reading of a dimension that is not read now. Undefined while the dimension is measured, and
 * without a reading.
 */
export function lastReadAt({ state, observedAt }: Omit<Stated, 'category'>): Instant | undefined {
  return state === 'STALE' || state === 'SOURCE_UNAVAILABLE' ? (observedAt ?? undefined) : undefined
}

/** The time of the last reading, as the end of a sentence about the dimension. Empty without such a reading. */
export function lastReadWords(dimension: CoverageDimension, coverage: Omit<Stated, 'category'>): string {
  const readAt = lastReadAt(coverage)
  return readAt === undefined ? '' : `, ${readWords(dimension, readAt)}`
}

function isDimension(category: Category): category is CoverageDimension {
  return category in SUBJECTS
}

/** The unmeasured dimensions of a project. */
export function unknownDimensions(coverage: Output<'snapshot'>['coverage']): readonly AgentUnknown[] {
  return agentUnknowns(
    Object.entries(coverage).map(([category, { state, observedAt }]) => ({
      category: category as CoverageDimension,
      state,
      observedAt,
    })),
  )
}

const OF_TOKEN: readonly ExplainFact[] = ['token.verification', 'market.status', 'market.valuation']

/** The facts of a snapshot that were not concluded. Facts about a token do not arise for a project without a token. */
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

/**
 * The unmeasured dimensions of a project, and the facts that were not concluded. `asOf` is the time of a reading only
 * in the state STALE. In other states it can be the time of the evaluation.
 */
export function coverageUnknowns({ items, facts }: Output<'coverage'>): readonly AgentUnknown[] {
  return agentUnknowns([
    ...items.map(({ dimension, state, asOf }) => ({
      category: dimension,
      state,
      observedAt: state === 'STALE' ? asOf : undefined,
    })),
    ...facts.map(({ fact, state }) => ({ category: fact, state })),
  ])
}

/**
 * How far each dimension of a project is read, and what its state means. Unmeasured dimensions come first. Each has the
 * attempts that read nothing.
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

/** The failing attempts of a dimension, one claim for each source and kind of failure. */
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
