import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RuleId } from '#contract/claim.ts'
import { ACTIVITY_STATUSES, MARKET_STATUSES, RESEARCH_LEVELS, TOKEN_VERIFICATIONS } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { Move, MovingFact } from '#domain/ledger/evidence.ts'
import { INTEGRITY_CHECKS } from '#domain/market/integrity.ts'
import type { EvaluationDraft, StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { day, repositoryOf, shipOf, sourceOf } from '#test/build-evidence.ts'
import { readingOf } from '#test/build-market.ts'
import { address, NOW as SAID_AT, drafts as sayingsOf, uuid } from '#test/ledger-evidence.ts'
import { type EvaluatedProject, evaluateProject } from './project.ts'
import { hasFormOf, RULES_IN_FORCE } from './rule-change.ts'

const THEN = 200
/** Off the hours that everything happens at, so that no boundary is crossed by time alone. */
const KNOWN_AT = addMs(day(THEN), HOUR_MS / 2)
const PROJECT = uuid(7)
const TOKEN = address(0xc)

const hoursBefore = (most: number) => fc.integer({ min: 0, max: most }).map((hours) => THEN - hours / 24)
const anyOf = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const reading = fc
  .record({
    at: hoursBefore(120),
    provider: anyOf('dexscreener', 'geckoterminal'),
    liquidityUsd: anyOf(null, 0, 50, 400, 4_000, 6_000, 20_000),
    volume24hUsd: anyOf(null, 0, 900, 2_000_000),
    trades24h: anyOf(null, 0, 12),
    valuation: anyOf<MarketReading['valuation']>(null, { usd: 30_000, kind: 'fdv' }),
  })
  .map(({ at, ...rest }) => readingOf(at, rest))
const facts = fc.record({
  readFrom: fc.integer({ min: 0, max: 199 }),
  silentFor: hoursBefore(120),
  outage: fc.boolean(),
  shipped: fc.uniqueArray(hoursBefore(90 * 24), { maxLength: 5 }),
  readings: fc.array(reading, { maxLength: 30 }),
  named: fc.array(anyOf<ContractAddress | null>(TOKEN, address(0xd), null), { maxLength: 2 }),
})
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never
/** What some other version of the rules can have said, whatever the facts. */
const said = fc.record({
  'activity.status': anyOf(...ACTIVITY_STATUSES),
  'market.status': anyOf(...MARKET_STATUSES),
  'market_integrity.state': fc.option(fc.subarray([...INTEGRITY_CHECKS])),
  'token.verification': anyOf(...TOKEN_VERIFICATIONS),
  'research.level': anyOf(...RESEARCH_LEVELS),
  /** Whether it was another version of the rule itself, or of one that it rests on. */
  itself: fc.boolean(),
})
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

function evidenceOf(known: Facts): ProjectEvidence {
  const stream = { providerOutageSince: known.outage ? day(known.silentFor) : null }
  const repository = repositoryOf('r0', { from: known.readFrom, okTo: known.silentFor, stream })
  return {
    projectId: PROJECT,
    token: TOKEN,
    state: 'published',
    firstPublishedAt: null,
    sources: [repository, sourceOf('t0', 'token', 0)],
    ships: known.shipped
      .toSorted((a, b) => a - b)
      .map((at) => shipOf(`s${at}`, at, { sourceId: repository.id })),
    claims: known.named.map((names, index) => ({
      id: `claim:${uuid(index)}`,
      ...{ projectId: PROJECT, sourceId: null, statement: '', url: null, statedOn: null, withdrawn: null },
      kind: names === TOKEN ? 'token_named' : 'other_token_named',
      by: 'site',
      names,
      observedAt: day(100),
    })),
    signals: [],
    contracts: [],
    marketReadings: known.readings.toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1)),
    uses: [],
    attention: [],
  }
}

function standingOf(words: Said): readonly StandingConclusion[] {
  const since = day(1)
  const of = (fact: MovingFact, value: unknown): StandingConclusion => ({
    ...{ projectId: PROJECT, fact, rule: words.itself ? `${fact}@0` : ruleOf(fact), evaluatedAt: since },
    ...(value === null ? { state: 'NOT_ENOUGH_YET', value: null } : { state: 'MEASURED', value }),
  })
  const state = (status: string, unknown: string) => (status === unknown ? null : { status, since })
  const reasons = words['market_integrity.state']
  const observed = reasons?.length === 0 ? 'NONE_OBSERVED' : 'OBSERVED'
  return [
    of('activity.status', state(words['activity.status'], 'UNKNOWN')),
    of('market.status', state(words['market.status'], 'INSUFFICIENT_DATA')),
    of('market_integrity.state', reasons === null ? null : { status: observed, reasons, since }),
    of('token.verification', { status: words['token.verification'], reason: 'site_silent' }),
    of('research.level', words['research.level']),
  ]
}

/** The version in force where the fact rests on other rules as well. */
function ruleOf(fact: MovingFact): RuleId {
  const rests = { 'activity.status': 1, 'market_integrity.state': 1, 'research.level': 1 } as const
  return fact in rests ? `${fact}@1` : `${fact}@0`
}

function judgeAnew(input: { before: Facts; now: Facts; said: Said }, at: Instant): EvaluatedProject {
  return evaluateProject({
    evidence: evidenceOf(input.now),
    standing: standingOf(input.said),
    judged: { projectId: PROJECT, knownAt: KNOWN_AT, rules: [] },
    knownThen: { knownAt: KNOWN_AT, evidence: evidenceOf(input.before) },
    now: at,
  })
}

/** What the ledger says when the standing conclusions, the baselines and the new ones follow each other. */
function announced(words: Said, { baselines, drafts }: EvaluatedProject) {
  const after = drafts.flatMap((draft) => concluded(draft))
  const moves = standingOf(words).flatMap((standing) => {
    const fact = standing.fact as MovingFact
    const baseline = baselines.filter((draft) => draft.fact === fact).flatMap(concluded)
    const chain = [...concluded(standing), ...baseline, ...after.filter((next) => next.fact === fact)]
    return chain.slice(1).map((next, index): Move => ({ fact, before: chain[index] ?? next, after: next }))
  })
  return sayingsOf({ moves, integrityPublishedAt: day(0) }, SAID_AT).filter(
    ({ id }) => !id.startsWith('source:'),
  )
}

function concluded(draft: StandingConclusion | EvaluationDraft): (Move['after'] & { fact: MovingFact })[] {
  const value = draft.value as { status?: string; reason?: string; confirmed?: boolean } | string | null
  const word = typeof value === 'string' ? value : (value?.status ?? null)
  return [
    {
      ...{
        fact: draft.fact as MovingFact,
        id: `state:${uuid(draft.fact.length)}`,
        rule: draft.rule,
        value: word,
      },
      reason: typeof value === 'string' ? null : (value?.reason ?? null),
      confirmed: typeof value === 'string' || value?.confirmed !== false,
      ...{ evidence: [], evaluatedAt: day(THEN), rederived: 'knownAt' in draft },
    },
  ]
}

test('case 40: whatever another version said, a new one alone announces nothing', () => {
  fc.assert(
    fc.property(facts, said, (known, words) => {
      const judged = judgeAnew({ before: known, now: known, said: words }, addMs(KNOWN_AT, 1))
      expect(announced(words, judged)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('what the new version could only have held on to is no baseline to move from', () => {
  const silent = { readFrom: 0, silentFor: THEN, shipped: [THEN - 100], readings: [], named: [] }
  const words: Said = {
    'activity.status': 'QUIET',
    'market.status': 'INSUFFICIENT_DATA',
    'market_integrity.state': null,
    'token.verification': 'UNVERIFIED',
    'research.level': 'INDEXED',
    itself: true,
  }
  const before = { ...silent, outage: true }
  const judged = judgeAnew({ before, now: { ...silent, outage: false }, said: words }, KNOWN_AT)
  const activity = judged.drafts.filter(({ fact }) => fact === 'activity.status')
  expect(activity).toMatchObject([{ value: { status: 'DORMANT' } }])
  expect(announced(words, judged)).toEqual([])
})

test('facts that were kept have the form of today unless a part of them lacks something', () => {
  const silent = { readFrom: 0, silentFor: THEN, outage: false, shipped: [], readings: [], named: [TOKEN] }
  const today = evidenceOf(silent)
  const older = today.claims.map(({ by: _, ...claim }) => claim as (typeof today.claims)[0])
  expect(hasFormOf(today, today)).toBe(true)
  expect(hasFormOf(today, { ...today, sources: [], claims: [] })).toBe(true)
  expect(hasFormOf({ ...today, sources: [], claims: [] }, today)).toBe(true)
  expect(hasFormOf(today, { ...today, claims: older })).toBe(false)
})

test('judged again at the same instant, every fact is concluded the same', () => {
  fc.assert(
    fc.property(facts, said, (known, words) => {
      const judge = (standing: readonly StandingConclusion[]) =>
        evaluateProject({
          ...{
            evidence: evidenceOf(known),
            standing,
            knownThen: undefined,
            now: KNOWN_AT,
          },
          judged: { projectId: PROJECT, knownAt: KNOWN_AT, rules: RULES_IN_FORCE },
        }).drafts
      const inForce = new Map(judge([]).map(({ fact, rule }) => [fact, rule]))
      const before = standingOf(words).map((held) => ({ ...held, rule: inForce.get(held.fact) ?? held.rule }))
      const once = judge(before)
      const after = once.map((draft) => {
        const stood = before.find(({ fact }) => fact === draft.fact)
        return stood !== undefined && isDeepStrictEqual(told(stood), told(draft))
          ? stood
          : { ...draft, evaluatedAt: KNOWN_AT }
      })
      expect(judge(after).map(told)).toEqual(once.map(told))
    }),
    { numRuns: 1000 },
  )
})

function told({ fact, rule, state, value }: StandingConclusion | EvaluationDraft) {
  return { fact, rule, state, value }
}

test('every fact gets a baseline, so that the next comparison is of one rule', () => {
  fc.assert(
    fc.property(facts, facts, said, (before, now, words) => {
      const { baselines, drafts } = judgeAnew({ before, now, said: words }, addMs(KNOWN_AT, HOUR_MS))
      for (const standing of standingOf(words)) {
        const baseline = baselines.filter((draft) => draft.fact === standing.fact)
        const [draft] = drafts.filter((next) => next.fact === standing.fact)
        expect(baseline.map(({ rule }) => rule)).toEqual([draft?.rule])
      }
    }),
  )
})
