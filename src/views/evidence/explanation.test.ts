import { expect, test } from 'vitest'
import { type UnknownReason, unknown } from '#contract/claim.ts'
import { CoverageState } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import { EXPLAINED_EVIDENCE_MAX } from '#contract/shapes/explanation.ts'
import { toInstant } from '#contract/time.ts'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'
import { marketClaim } from '../cards/card-fields.ts'
import { projectCoverage } from '../project/coverage.ts'
import { explanation } from './explanation.ts'
import type { DerivedFact } from './stated-fact.ts'

const SITE = { baseUrl: 'https://svc.example' }
const SOURCE: EvidenceId = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const [EARLIER, LATER] = [toInstant('2026-11-01T10:00:00Z'), toInstant('2026-11-20T10:00:00Z')]

const stored = (fact: string, rest: Partial<StoredConclusion> = {}): StoredConclusion => ({
  id: '8a7c2d10-5b3e-5f94-8d21-7e9b0a4c3d22',
  fact,
  rule: `${fact}@1`,
  state: 'MEASURED',
  value: true,
  inputs: {},
  evidence: [SOURCE],
  unknownInputs: [],
  evaluatedAt: EARLIER,
  confirmedAt: LATER,
  ...rest,
})
const projectOf = (...conclusions: readonly StoredConclusion[]): ExplainedProject => ({
  projectId: 'p',
  slug: 'lumen' as Slug,
  name: 'Lumen',
  publishedAt: LATER,
  integrityPublished: true,
  conclusions,
  sources: [],
})
const explained = (fact: DerivedFact, ...conclusions: readonly StoredConclusion[]) =>
  explanation({ project: projectOf(...conclusions), fact }, SITE)

test.each<readonly [DerivedFact, unknown, unknown, object | undefined]>([
  ['activity.status', { status: 'ACTIVE', since: EARLIER }, 'ACTIVE', { since: EARLIER }],
  ['market.status', { status: 'LIVE', since: EARLIER }, 'LIVE', { since: EARLIER }],
  ['token.verification', { status: 'MISMATCH', reason: 'x' }, 'MISMATCH', { reason: 'x' }],
  ['build.momentum', { score: 0, ships30d: 0 }, 0, { ships30d: 0 }],
  ['discovery_gap', { gap: -3, underTheRadar: 'NOT_HELD' }, -3, { underTheRadar: 'NOT_HELD' }],
  ['still_building', false, false, undefined],
  ['research.level', 'INDEXED', 'INDEXED', undefined],
])('the value of %s is the one that is shown; zero and false are values', (fact, value, shown, detail) => {
  const told = explained(fact, stored(fact, { value }))
  expect([told.state, told.value, told.detail]).toEqual(['DERIVED', shown, detail])
})

test('a measured valuation without a figure is a fault, not an unknown', () => {
  const broken = stored('market.valuation', { value: { kind: 'fdv' }, inputs: { figures: [] } })
  expect(() => explained('market.valuation', broken)).toThrow('has no figure')
})

test.each<[string, CoverageState, CoverageState | undefined, CoverageState]>([
  ['old because its source cannot be read', 'STALE', 'SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'],
  ['old because its source refuses us', 'STALE', 'ERROR', 'ERROR'],
  ['old beside a source that is read', 'STALE', 'MEASURED', 'STALE'],
  ['old, with an unknown source', 'STALE', undefined, 'STALE'],
  ['not believed, beside a failing source', 'WITHHELD', 'SOURCE_UNAVAILABLE', 'WITHHELD'],
  ['never read', 'NO_SOURCE', 'NO_SOURCE', 'NO_SOURCE'],
])(
  'an unknown market status has one reason in its explanation, on its card and in the coverage: %s',
  (_, state, ofSource, expected) => {
    const status = stored('market.status', {
      state,
      value: null,
      unknownInputs: [{ input: 'market_readings', reason: state }],
    })
    const coverage = stored('coverage.market', { state: ofSource ?? 'MEASURED' })
    const conclusions = ofSource === undefined ? [status] : [status, coverage]
    const told = explained('market.status', ...conclusions)
    expect(told).toMatchObject({ state: 'UNKNOWN', reason: expected, meaning: COVERAGE_MEANING[expected] })
    expect(told.unknownInputs).toEqual([{ input: 'market_readings', reason: expected }])
    const { facts } = projectCoverage({ project: projectOf(...conclusions), freshness: [] }, SITE)
    expect(facts.find(({ fact }) => fact === 'market.status')).toMatchObject({
      state: expected,
      reason: expected,
    })
    const card = {
      market: unknown(state as UnknownReason),
      coverage: { market: { state: ofSource ?? 'MEASURED' } },
    }
    expect(marketClaim(card)).toEqual(unknown(expected as UnknownReason))
  },
)

test('a known market status stays known beside a failing source', () => {
  const status = stored('market.status', { value: { status: 'LIVE', since: EARLIER } })
  expect(explained('market.status', status, stored('coverage.market', { state: 'ERROR' }))).toMatchObject({
    state: 'DERIVED',
    value: 'LIVE',
  })
})

test('a fact that was never concluded was not evaluated, which is not told as watching', () => {
  expect(explained('build.momentum')).toMatchObject({
    reason: 'NOT_ENOUGH_YET',
    meaning: 'It was not evaluated yet.',
  })
})

const UNKNOWN = CoverageState.enum.filter((state) => state !== 'MEASURED')
test.each(UNKNOWN)(
  'unknown for %s: a reason with its meaning, the same in coverage, and no value',
  (state) => {
    const conclusion = stored('build.momentum', { state, value: null, evidence: [] })
    const told = explained('build.momentum', conclusion)
    expect(told).toMatchObject({ state: 'UNKNOWN', reason: state, meaning: COVERAGE_MEANING[state] })
    expect(told).not.toHaveProperty('value')
    expect(told).not.toHaveProperty('evidence')
    const { facts } = projectCoverage({ project: projectOf(conclusion), freshness: [] }, SITE)
    expect(facts.find(({ fact }) => fact === 'build.momentum')).toMatchObject({ state, reason: state })
  },
)

test('a fact that was never concluded is not known yet, without times and inputs', () => {
  const told = explained('build.momentum')
  expect(told).toMatchObject({ state: 'UNKNOWN', reason: 'NOT_ENOUGH_YET', rule: { id: 'build.momentum@2' } })
  for (const name of ['inputs', 'lineage', 'evaluatedAt', 'confirmedAt'])
    expect(told).not.toHaveProperty(name)
})

test('a conclusion of an earlier version of a rule names the version without its text', () => {
  const { rule } = explained('activity.status', stored('activity.status', { value: { status: 'QUIET' } }))
  expect(rule).toEqual({ id: 'activity.status@1' })
})

test('only a conclusion that is kept for ever is cited', () => {
  const idOf = (fact: DerivedFact, value: unknown) => explained(fact, stored(fact, { value })).conclusion
  expect(idOf('activity.status', { status: 'QUIET' })).toMatch(/^state:/)
  expect(idOf('market_integrity.state', { status: 'OBSERVED' })).toMatch(/^integrity:/)
  expect(idOf('build.momentum', { score: 1 })).toBeUndefined()
})

test('the lineage has the times of its steps; nothing is public before the project is', () => {
  const inputs = { newest: [{ observedAt: EARLIER }, { observedAt: LATER }] }
  const told = explained('market.status', stored('market.status', { value: { status: 'LIVE' }, inputs }))
  expect(told.lineage).toMatchObject([
    { step: 'source', text: '1 source is cited.' },
    { step: 'reading', from: EARLIER, at: LATER },
    { step: 'selection', at: LATER, text: 'The rule used 2 inputs; no input is unknown.' },
    { step: 'rule', from: EARLIER, at: LATER },
    { step: 'published', at: LATER },
  ])
})

test('a long list of evidence is cut, with its total', () => {
  const evidence = Array.from({ length: EXPLAINED_EVIDENCE_MAX + 5 }, () => SOURCE)
  const told = explained('still_building', stored('still_building', { evidence }))
  expect([told.evidence?.length, told.evidenceTotal]).toEqual([100, 105])
  expect(told.evidence?.[0]?.url).toBe(`https://svc.example/api/evidence/${encodeURIComponent(SOURCE)}`)
})

test('an explanation names what the rule did not know, with the reason', () => {
  const unknownInputs = [{ input: 'build\ning', reason: 'STALE' } as const]
  expect(explained('build.momentum', stored('build.momentum', { unknownInputs })).unknownInputs).toEqual([
    { input: 'build ing', reason: 'STALE' },
  ])
})
