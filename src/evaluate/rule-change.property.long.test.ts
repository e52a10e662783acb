import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RuleId } from '#contract/claim.ts'
import { ActivityStatus, MarketStatus, ResearchLevel, TokenVerification } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { Concluded, MovingFact } from '#domain/ledger/evidence.ts'
import { INTEGRITY_CHECKS } from '#domain/market/integrity.ts'
import type { EvaluationDraft, StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { day, repositoryOf, shipOf, sourceOf } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { address, drafts as draftsOf, NOW as LEDGER_NOW, uuid } from '#test/given/ledger-evidence.ts'
import { type EvaluatedProject, evaluateProject } from './project.ts'
import { hasFormOf, RULES_IN_FORCE } from './rule-change.ts'

const THEN = 200
/** Half an hour after the times of all records, so that time alone crosses no boundary. */
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
/** Conclusions that another version of the rules can have stored, for any facts. */
const earlierConclusions = fc.record({
  'activity.status': anyOf(...ActivityStatus.enum),
  'market.status': anyOf(...MarketStatus.enum),
  'market_integrity.state': fc.option(fc.subarray([...INTEGRITY_CHECKS])),
  'token.verification': anyOf(...TokenVerification.enum),
  'research.level': anyOf(...ResearchLevel.enum),
  /** Whether the fact's own rule has another version. Otherwise a rule that it uses has one, where it uses others. */
  itself: fc.boolean(),
})
type Earlier = typeof earlierConclusions extends fc.Arbitrary<infer T> ? T : never

function evidenceOf(known: Facts): ProjectEvidence {
  const stream = { providerOutageSince: known.outage ? day(known.silentFor) : null }
  const repository = repositoryOf('r0', { from: known.readFrom, okTo: known.silentFor, stream })
  return {
    projectId: PROJECT,
    token: TOKEN,
    state: 'published',
    firstPublishedAt: null,
    publishedAt: null,
    kind: null,
    sources: [repository, sourceOf('t0', 'token', 0)],
    ships: known.shipped
      .toSorted((a, b) => a - b)
      .map((at) => shipOf(`s${at}`, at, { sourceId: repository.id })),
    claims: known.named.map((names, index) => ({
      id: `claim:${uuid(index)}`,
      projectId: PROJECT,
      sourceId: null,
      statement: '',
      url: null,
      statedOn: null,
      withdrawn: null,
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
    launchLogs: [],
  }
}

function standingOf(earlier: Earlier): readonly StandingConclusion[] {
  const since = day(1)
  const of = (fact: MovingFact, value: unknown): StandingConclusion => ({
    projectId: PROJECT,
    fact,
    rule: earlier.itself ? `${fact}@0` : ruleOf(fact),
    evaluatedAt: since,
    lastKnown: value,
    lastKnownToken: TOKEN,
    ...(value === null ? { state: 'NOT_ENOUGH_YET', value: null } : { state: 'MEASURED', value }),
  })
  const state = (status: string, unknown: string) => (status === unknown ? null : { status, since })
  const reasons = earlier['market_integrity.state']
  const observed = reasons?.length === 0 ? 'NONE_OBSERVED' : 'OBSERVED'
  return [
    of('activity.status', state(earlier['activity.status'], 'UNKNOWN')),
    of('market.status', state(earlier['market.status'], 'INSUFFICIENT_DATA')),
    of('market_integrity.state', reasons === null ? null : { status: observed, reasons, since }),
    of('token.verification', { status: earlier['token.verification'], reason: 'site_silent' }),
    of('research.level', earlier['research.level']),
  ]
}

/** The current version for a fact that also uses other rules; otherwise an old one. */
function ruleOf(fact: MovingFact): RuleId {
  const usesOthers = { 'activity.status': 1, 'market_integrity.state': 1, 'research.level': 1 } as const
  return fact in usesOthers ? `${fact}@1` : `${fact}@0`
}

function judgeAgain(input: { before: Facts; now: Facts; earlier: Earlier }, at: Instant): EvaluatedProject {
  return evaluateProject({
    evidence: evidenceOf(input.now),
    standing: standingOf(input.earlier),
    judged: { projectId: PROJECT, knownAt: KNOWN_AT, rules: [] },
    knownThen: { knownAt: KNOWN_AT, evidence: evidenceOf(input.before) },
    now: at,
  })
}

/** The events of the ledger when the earlier conclusions, the baselines and the new ones follow each other. */
function announced(earlier: Earlier, { baselines, drafts }: EvaluatedProject) {
  const chain = [...standingOf(earlier), ...baselines, ...drafts].flatMap((draft) => concluded(draft))
  return draftsOf({ concluded: chain, integrityPublishedAt: day(0) }, LEDGER_NOW).filter(
    ({ id }) => !id.startsWith('source:'),
  )
}

function concluded(draft: StandingConclusion | EvaluationDraft): Concluded[] {
  const value = draft.value as { status?: string; reason?: string; confirmed?: boolean } | string | null
  const word = typeof value === 'string' ? value : (value?.status ?? null)
  return [
    {
      fact: draft.fact as MovingFact,
      id: `state:${uuid(draft.fact.length)}`,
      rule: draft.rule,
      token: null,
      value: word,
      reason: typeof value === 'string' ? null : (value?.reason ?? null),
      confirmed: typeof value === 'string' || value?.confirmed !== false,
      supportedUntil: null,
      heldUntil: null,
      evidence: [],
      evaluatedAt: day(THEN),
      rederived: 'knownAt' in draft,
    },
  ]
}

test('[case 40] a new rule version alone announces nothing, for any earlier conclusion', () => {
  fc.assert(
    fc.property(facts, earlierConclusions, (known, earlier) => {
      const judged = judgeAgain({ before: known, now: known, earlier }, addMs(KNOWN_AT, 1))
      expect(announced(earlier, judged)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('a baseline that the new version could only repeat announces nothing', () => {
  const silent = { readFrom: 0, silentFor: THEN, shipped: [THEN - 100], readings: [], named: [] }
  const earlier: Earlier = {
    'activity.status': 'QUIET',
    'market.status': 'INSUFFICIENT_DATA',
    'market_integrity.state': null,
    'token.verification': 'UNVERIFIED',
    'research.level': 'INDEXED',
    itself: true,
  }
  const before = { ...silent, outage: true }
  const judged = judgeAgain({ before, now: { ...silent, outage: false }, earlier }, KNOWN_AT)
  const activity = judged.drafts.filter(({ fact }) => fact === 'activity.status')
  expect(activity).toMatchObject([{ value: { status: 'DORMANT' } }])
  expect(announced(earlier, judged)).toEqual([])
})

test('stored facts have the current form unless a part lacks a field', () => {
  const silent = { readFrom: 0, silentFor: THEN, outage: false, shipped: [], readings: [], named: [TOKEN] }
  const today = evidenceOf(silent)
  const older = today.claims.map(({ by: _, ...claim }) => claim as (typeof today.claims)[0])
  expect(hasFormOf(today, today)).toBe(true)
  expect(hasFormOf(today, { ...today, sources: [], claims: [] })).toBe(true)
  expect(hasFormOf({ ...today, sources: [], claims: [] }, today)).toBe(true)
  expect(hasFormOf(today, { ...today, claims: older })).toBe(false)
})

test('a second evaluation at the same instant concludes every fact the same', () => {
  fc.assert(
    fc.property(facts, earlierConclusions, (known, earlier) => {
      const judge = (standing: readonly StandingConclusion[]) =>
        evaluateProject({
          evidence: evidenceOf(known),
          standing,
          knownThen: undefined,
          now: KNOWN_AT,
          judged: { projectId: PROJECT, knownAt: KNOWN_AT, rules: RULES_IN_FORCE },
        }).drafts
      const inForce = new Map(judge([]).map(({ fact, rule }) => [fact, rule]))
      const before = standingOf(earlier).map((old) => ({ ...old, rule: inForce.get(old.fact) ?? old.rule }))
      const once = judge(before)
      const after = once.map((draft) => {
        const current = before.find(({ fact }) => fact === draft.fact)
        return current !== undefined && isDeepStrictEqual(contentOf(current), contentOf(draft))
          ? current
          : {
              ...draft,
              evaluatedAt: KNOWN_AT,
              lastKnown: draft.value ?? current?.lastKnown ?? null,
              lastKnownToken: TOKEN,
            }
      })
      expect(judge(after).map(contentOf)).toEqual(once.map(contentOf))
    }),
    { numRuns: 1000 },
  )
})

function contentOf({ fact, rule, state, value }: StandingConclusion | EvaluationDraft) {
  return { fact, rule, state, value }
}

test('every fact gets a baseline of the new rule version', () => {
  fc.assert(
    fc.property(facts, facts, earlierConclusions, (before, now, earlier) => {
      const { baselines, drafts } = judgeAgain({ before, now, earlier }, addMs(KNOWN_AT, HOUR_MS))
      for (const standing of standingOf(earlier)) {
        const baseline = baselines.filter((draft) => draft.fact === standing.fact)
        const [draft] = drafts.filter((next) => next.fact === standing.fact)
        expect(baseline.map(({ rule }) => rule)).toEqual([draft?.rule])
      }
    }),
  )
})
