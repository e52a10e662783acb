import { expect, test } from 'vitest'
import type { RuleId } from '#contract/claim.ts'
import { toInstant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { StandingConclusion } from '#records/project/evaluations.ts'
import { day, repositoryOf, shipOf, sourceOf } from '#test/given/build-evidence.ts'
import { hourly } from '#test/given/build-market.ts'
import { address, uuid } from '#test/given/ledger-evidence.ts'
import { projectEvidenceOf } from '#test/given/project-evidence.ts'
import { hasFormOf, outdatedFacts, RULES_IN_FORCE, rederive } from './rule-change.ts'

const PROJECT = uuid(7)
const ruleOf = (name: string) => String(RULES_IN_FORCE.find((rule) => rule.startsWith(`${name}@`))) as RuleId
const standing = (
  fact: string,
  rule: RuleId,
  given: Partial<StandingConclusion> = {},
): StandingConclusion => ({
  projectId: PROJECT,
  fact,
  rule,
  state: 'STALE',
  value: null,
  lastKnown: null,
  lastKnownToken: address(0xc),
  evaluatedAt: day(190),
  ...given,
})
const judgedBy = (rules: readonly RuleId[]) => ({ projectId: PROJECT, knownAt: day(190), rules: [...rules] })
const without = (name: string) => judgedBy(RULES_IN_FORCE.filter((rule) => rule !== ruleOf(name)))

test.each([
  ['activity.status', ['activity.comeback', 'ships.counted']],
  ['market.status', []],
  ['market_integrity.state', ['market.status']],
  ['token.verification', []],
  ['token.launch_stage', []],
  ['research.level', ['ships.counted']],
])('%s is outdated when its own rule, or a rule that it uses, has another version', (fact, used) => {
  const current = standing(fact, ruleOf(fact))
  expect(outdatedFacts([current], judgedBy(RULES_IN_FORCE))).toEqual([])
  expect(outdatedFacts([current], undefined)).toEqual([])
  expect(outdatedFacts([{ ...current, rule: `${fact}@0` as RuleId }], undefined)).toEqual([fact])
  for (const name of used) expect(outdatedFacts([current], without(name))).toEqual([fact])
  expect(outdatedFacts([current], without('token.verification'))).toEqual([])
})

test('a fact whose moves are not announced is never outdated', () => {
  expect(outdatedFacts([standing('discovery_gap', 'discovery_gap@0' as RuleId)], judgedBy([]))).toEqual([])
})

const market = sourceOf('market', 'market')
const traded = hourly(195, 198, { sourceId: market.id })
function rederivedStatus(
  readings: readonly MarketReading[],
  knownAt: number,
  given: Partial<StandingConclusion> = {},
) {
  const evidence = projectEvidenceOf({ sources: [market], marketReadings: readings })
  const { drafts, previous } = rederive({
    knownThen: { knownAt: day(knownAt), evidence },
    standing: [standing('market.status', 'market.status@1' as RuleId, given)],
    facts: ['market.status'],
  })
  const [draft] = drafts
  expect(drafts.length < 2 && (draft === undefined || draft.knownAt === day(knownAt))).toBe(true)
  const { status, lastKnown } = previous.market ?? {}
  return [(draft?.value as { status: string } | undefined)?.status, status, lastKnown]
}

test.each([
  ['at the last reading', traded, 198, ['LIVE', 'LIVE', 'LIVE']],
  ['two days after it, because the readings are judged one by one', traded, 200, ['LIVE', 'LIVE', 'LIVE']],
  ['72 hours after it', traded, 201, ['LIVE', 'LIVE', 'LIVE']],
  ['when the readings are older than 72 hours', traded, 201.1, [undefined, 'INSUFFICIENT_DATA', null]],
  ['without a reading', [], 198, [undefined, 'INSUFFICIENT_DATA', null]],
] as const)('a market status is derived again %s', (_, readings, knownAt, expected) => {
  expect(rederivedStatus(readings, knownAt)).toEqual(expected)
})

test('a market status is derived from the oldest reading on, in whatever order the readings are stored', () => {
  const evidence = projectEvidenceOf({ sources: [market], marketReadings: traded.toReversed() })
  const knownThen = { knownAt: day(198), evidence }
  const { previous } = rederive({ knownThen, standing: [], facts: ['market.status'] })
  expect(previous.market).toEqual({ status: 'LIVE', since: day(195), lastKnown: 'LIVE' })
})

test('an activity that is derived again keeps its date for the next evaluation', () => {
  const evidence = projectEvidenceOf({
    sources: [repositoryOf('repo', { from: 0, okTo: 198 })],
    ships: [shipOf('a', 197)],
  })
  const { previous } = rederive({
    knownThen: { knownAt: day(198), evidence },
    standing: [],
    facts: ['activity.status'],
  })
  expect(previous.activity).toEqual({ status: 'SHIPPING', since: day(198), confirmed: true })
})

test('a fact that the old version concluded later than these facts is not derived again', () => {
  const later = { evaluatedAt: day(198.1) }
  expect(rederivedStatus(traded, 198, later)).toEqual([undefined, 'INSUFFICIENT_DATA', null])
  expect(rederivedStatus(traded, 198, { evaluatedAt: day(198) })).toEqual(['LIVE', 'LIVE', 'LIVE'])
})

/** The states of the drafts for a market that the old version of the rule concluded to be LIQUIDITY_GONE. */
function statesOfGone(readings: readonly MarketReading[]) {
  const value = { status: 'LIQUIDITY_GONE', since: day(190) }
  const gone = { state: 'MEASURED', value, lastKnown: value } as const
  const { drafts } = rederive({
    knownThen: {
      knownAt: day(198),
      evidence: projectEvidenceOf({ sources: [market], marketReadings: readings }),
    },
    standing: [standing('market.status', 'market.status@1' as RuleId, gone)],
    facts: ['market.status'],
  })
  return drafts.map(({ state }) => state)
}

test('a fact is derived again unless the current rule could only repeat the old conclusion', () => {
  const empty = hourly(195, 198, { sourceId: market.id, pools: 0, liquidityUsd: null })
  expect(statesOfGone(empty)).toEqual([])
  expect(statesOfGone(traded)).toEqual(['MEASURED'])
})

test('a fact that the current rule leaves unknown is derived again as unknown', () => {
  expect(statesOfGone(hourly(190, 192, { sourceId: market.id }))).toEqual(['STALE'])
})

test('the integrity of a market keeps the time since which its readings show it', () => {
  const other = traded.map((reading) => ({ ...reading, provider: 'geckoterminal' }))
  const evidence = projectEvidenceOf({ sources: [market], marketReadings: [...traded, ...other] })
  const facts = ['market_integrity.state'] as const
  const again = (knownAt: number) =>
    rederive({ knownThen: { knownAt: day(knownAt), evidence }, standing: [], facts }).previous.integrity
      .previous
  const since = toInstant('2026-12-13T13:00:00Z')
  expect(day(195)).toBe('2026-12-13T12:00:00.000Z')
  for (const knownAt of [195.5, 198]) expect(again(knownAt)).toMatchObject({ status: 'NONE_OBSERVED', since })
  expect(again(194)).toBeNull()
})

test('stored facts have the form of today only with every part that today has', () => {
  const source = { ...repositoryOf('repo', { from: 0, okTo: 1 }) }
  const today = {
    projectId: 'p',
    kind: null,
    token: null,
    claims: [],
    ships: [],
    marketReadings: [],
    sources: [source],
    launchLogs: [],
  }
  const { launchLogs: _, ...withoutLogs } = today
  const { archived: __, ...earlier } = source
  expect(hasFormOf(today, today)).toBe(true)
  expect(hasFormOf(today, { ...today, sources: [] })).toBe(true)
  expect(hasFormOf(today, withoutLogs as typeof today)).toBe(false)
  expect(hasFormOf(today, { ...today, sources: [earlier as typeof source] })).toBe(false)
})
