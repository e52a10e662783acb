import { expect, test } from 'vitest'
import { COVERAGE_DIMENSIONS, ExplainFact } from '#contract/enums.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'
import { projectCoverage } from './coverage.ts'

const [SINCE, READ, NOW] = [
  '2026-11-01T00:00:00.000Z',
  '2026-11-18T12:00:00.000Z',
  '2026-11-19T12:00:00.000Z',
]
const conclusion = (fact: string, state: string, inputs: object = {}) =>
  ({
    fact,
    state,
    inputs,
    rule: 'coverage@8',
    evaluatedAt: SINCE,
    confirmedAt: NOW,
  }) as unknown as StoredConclusion

function coverageOf(conclusions: readonly StoredConclusion[], freshness: readonly object[] = []) {
  const project = { slug: 'lumen', name: 'Lumen', integrityPublished: false, conclusions, sources: [] }
  const input = { project, freshness } as unknown as {
    readonly project: ExplainedProject
    readonly freshness: []
  }
  const answer = projectCoverage(input, { baseUrl: 'https://svc.example' })
  return { ...answer, item: (name: string) => answer.items.find(({ dimension }) => dimension === name) }
}

test('a project that was never evaluated has every dimension and fact, each unknown without a time', () => {
  const { items, facts, asOf } = coverageOf([])
  expect(items.map(({ dimension }) => dimension)).toEqual(COVERAGE_DIMENSIONS)
  for (const item of items)
    expect(item).toEqual({
      dimension: item.dimension,
      state: 'NOT_ENOUGH_YET',
      reason: 'NOT_ENOUGH_YET',
      meaning: 'It was not evaluated yet.',
    })
  expect(facts.map(({ fact }) => fact)).toEqual(ExplainFact.enum.filter((fact) => fact !== 'source.counted'))
  expect(facts.find(({ fact }) => fact === 'market_integrity.state')).toMatchObject({ state: 'WITHHELD' })
  expect(facts[0]?.url).toBe(`https://svc.example/api/projects/lumen/explain?fact=${facts[0]?.fact}`)
  expect(asOf).toBeUndefined()
})

test('a measured dimension has the time of its reading, and an unread one its reason and streams', () => {
  const stream = { source: 'source:1', provider: 'github', stream: 'releases', outcome: 'unavailable' }
  const unread = [
    { ...stream, since: READ },
    { ...stream, since: null },
  ]
  const { item, asOf } = coverageOf([
    conclusion('coverage.building', 'MEASURED', { observedAt: READ }),
    conclusion('coverage.market', 'STALE', { unread }),
  ])
  expect(item('building')).toMatchObject({ state: 'MEASURED', since: SINCE, asOf: READ })
  for (const absent of ['reason', 'unread']) expect(item('building')).not.toHaveProperty(absent)
  expect(item('market')).toMatchObject({ state: 'STALE', reason: 'STALE', since: SINCE, asOf: NOW })
  expect(item('market')?.unread).toStrictEqual([{ ...stream, since: READ }, stream])
  expect(asOf).toBe(NOW)
})

test('a stream that was never read has no time', () => {
  const read = { provider: 'github', stream: 'releases', sources: 2 }
  const { freshness } = coverageOf(
    [],
    [
      { ...read, lastReadAt: NOW, allReadAt: READ, lastTriedAt: NOW },
      { ...read, lastReadAt: null, allReadAt: null, lastTriedAt: null },
    ],
  )
  expect(freshness).toStrictEqual([{ ...read, lastReadAt: NOW, allReadAt: READ, lastTriedAt: NOW }, read])
})
