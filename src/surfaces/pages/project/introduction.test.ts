import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Snapshot } from '#contract/shapes/snapshot.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { factsOf } from './introduction.ts'

const [{ answer: dossier }] = OPERATIONS.project.examples as unknown as [{ answer: Dossier }]
const [{ answer: snapshot }] = OPERATIONS.snapshot.examples as unknown as [{ answer: Snapshot }]

const SHEET = aSheet()

/** The facts of a project whose count of ships ends at this time. */
function factsTo(to: Instant | undefined): string {
  const { meaningfulShips30dAsOf: _, ...build } = snapshot.build
  const given = { ...build, meaningfulShips30d: 7, ...(to !== undefined && { meaningfulShips30dAsOf: to }) }
  const answers = { dossier, snapshot: { ...snapshot, build: given }, activity: {}, readings: new Map() }
  return factsOf(answers as unknown as ProjectAnswers, SHEET).toString()
}

test('[R124] a count on the page says where its days end, unless that is the evaluation', () => {
  expect(factsTo(toInstant('2026-11-17T12:00:00Z'))).toMatch(
    /value="7".*to <time[^>]*>17 Nov 2026, 12:00 UTC</,
  )
  expect(factsTo(dossier.asOf)).not.toMatch(/value="7".{0,200}to <time/s)
})

test('a figure that is absent is drawn as unknown, never as zero', () => {
  const { meaningfulShips30d: _, ...build } = snapshot.build
  const claims = { ...snapshot.claims, meaningfulShips30d: { kind: 'UNKNOWN', reason: 'STALE' } }
  const answers = { dossier, snapshot: { ...snapshot, build, claims }, activity: {}, readings: new Map() }
  const html = factsOf(answers as unknown as ProjectAnswers, SHEET).toString()
  expect(html).toMatch(/data-unknown="STALE" data-field="snapshot:build.meaningfulShips30d"/)
  expect(html).toContain('the last reading is too old')
})

test.each([
  { state: 'STALE', isOld: true },
  { state: 'SOURCE_UNAVAILABLE', isOld: true },
  { state: 'MEASURED', isOld: false },
])('a count whose building is $state is past its tolerance: $isOld', ({ state, isOld }) => {
  const build = { ...snapshot.build, state, meaningfulShips30d: 7 }
  const answers = { dossier, snapshot: { ...snapshot, build }, activity: {}, readings: new Map() }
  const html = factsOf(answers as unknown as ProjectAnswers, SHEET).toString()
  expect(/class="figure stale"[^>]*data-field="snapshot:build.meaningfulShips30d"/.test(html)).toBe(isOld)
})

test('the facts say when building was read, when each was evaluated, and when the Radar was ranked', () => {
  const read = toInstant('2026-11-19T09:00:00Z')
  const asOf = toInstant('2026-11-19T11:00:00Z')
  const rankedAt = toInstant('2026-11-19T10:30:00Z')
  const given = {
    ...dossier,
    asOf,
    score: { ...dossier.score, rankedAt },
    coverage: { building: { state: 'MEASURED', observedAt: read } },
  }
  const claims = {
    meaningfulShips30d: { kind: 'DERIVED', rule: 'ships.counted@8' },
    buildMomentum: { kind: 'DERIVED', rule: 'build.momentum@2' },
    underTheRadar: { kind: 'DERIVED', rule: 'discovery_gap@1' },
    researchLevel: { kind: 'DERIVED', rule: 'research.level@2' },
  }
  const build = {
    ...snapshot.build,
    meaningfulShips30d: 7,
    buildMomentum: 81,
    underTheRadar: { value: 'NOT_HELD' },
  }
  const answers = {
    dossier: given,
    snapshot: { ...snapshot, build, claims },
    activity: {},
    readings: new Map(),
  }
  const facts = factsOf(answers as unknown as ProjectAnswers, SHEET)
    .toString()
    .split('<dt>')
  const wordsOf = (name: string) =>
    String(facts.find((fact) => fact.startsWith(name))).replaceAll(/<[^>]+>/g, '')
  for (const name of ['Ships in 30 days', 'Build Momentum']) {
    expect(wordsOf(name)).toContain('read 25 h ago')
    expect(wordsOf(name)).toContain('evaluated 19 Nov 2026, 11:00:00 UTC')
  }
  expect(wordsOf('Under the radar')).toContain('evaluated 19 Nov 2026, 10:30:00 UTC')
  expect(wordsOf('Research')).toContain('evaluated 19 Nov 2026, 11:00:00 UTC')
})

test('the facts name what is not known and link to why, and say nothing where everything is known', () => {
  const factsWith = (coverage: object) => {
    const answers = {
      dossier: { ...dossier, coverage, kind: 'data' },
      snapshot,
      activity: {},
      readings: new Map(),
    }
    return factsOf(answers as unknown as ProjectAnswers, SHEET).toString()
  }
  const building = { state: 'MEASURED' }
  const some = { building, contracts: { state: 'STALE' }, market: { state: 'NOT_APPLICABLE' } }
  expect(factsWith(some)).toContain(
    '<dt>Not known</dt><dd><a href="#coverage"><span data-unknown="STALE">contracts</span></a>',
  )
  expect(factsWith({ building, market: { state: 'NOT_APPLICABLE' } })).not.toContain('Not known')
})

test('a count that does not apply to the kind of work says so, and not that there is no token', () => {
  const claims = { ...snapshot.claims, meaningfulShips30d: { kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' } }
  const { meaningfulShips30d: _, ...build } = snapshot.build
  const coverage = { building: { state: 'MEASURED' } }
  const given = {
    dossier: { ...dossier, coverage, kind: 'data' },
    snapshot: { ...snapshot, build, claims },
    activity: {},
    readings: new Map(),
  }
  const html = factsOf(given as unknown as ProjectAnswers, SHEET).toString()
  expect(html).toContain('<span class="clock">its work is not code</span>')
  expect(html).not.toContain('a project without a token has no market')
})
