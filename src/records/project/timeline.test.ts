import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type LogEvent, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { EVIDENCE_PREFIXES, type Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { TimelinePosition } from '#contract/timeline-cursor.ts'
import { databaseOn } from '#records/database.ts'
import { typeParsers } from '#records/type-parsers.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { countTimeline, getTimeline } from './timeline.ts'

const opened = await fileDatabase()

const now = given.DEFAULT_NOW
const START = '2026-11-01T10:00:00'

/** One of few times, so that many records share one; some differ by a microsecond alone. */
const moment = fc
  .record({ second: fc.integer({ min: 0, max: 2 }), micro: fc.integer({ min: 0, max: 1 }) })
  .map(({ second, micro }) => `${START.slice(0, -1)}${second}.00000${micro}Z` as Instant)
const record = fc.record({ kind: fc.constantFrom('ship', 'claim', 'source', 'state'), at: moment })
type Given = typeof record extends fc.Arbitrary<infer T> ? T : never

async function store({ kind, at }: Given, projectId: string, sourceId: string): Promise<string> {
  const { database } = opened
  const project = { project_id: projectId }
  switch (kind) {
    case 'ship':
      return (await given.aShip({ ...project, source_id: sourceId, occurred_at: at }, database)).evidence
    case 'claim':
      return `narrative:${(await given.aClaim({ ...project, observed_at: at }, database)).id}`
    case 'source':
      return (await given.aSource({ ...project, attached_at: at }, database)).evidence
    case 'state':
      return `state:${(await given.anEvaluation({ ...project, evaluated_at: at, superseded_at: at }, database)).id}`
  }
}

test('lists give each record once and in order, also when records are added between two lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      fc.array(record, { maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (first, later, limit) => {
        const slug = `p-${randomUUID()}` as Slug
        const projectId = String((await given.aProject({ slug }, opened.database)).id)
        const away = await given.aSource(
          { project_id: projectId, detached_at: now, attached_at: addMs(now, -1) },
          opened.database,
        )
        const stored = await Promise.all(first.map((each) => store(each, projectId, String(away.id))))
        const of = { slug, kinds: EVIDENCE_PREFIXES, now }
        const whole = await getTimeline({ ...of, before: undefined, limit: 100 }, opened.database)
        expect(whole.map(({ place }) => place.id).toSorted()).toEqual(stored.toSorted())
        expect(inOrder(whole.map(({ place }) => place))).toBe(true)
        const added: string[] = []
        const seen: TimelinePosition[] = []
        for (let before: TimelinePosition | undefined; ; ) {
          const list = await getTimeline({ ...of, before, limit }, opened.database)
          if (before === undefined)
            for (const each of later) added.push(await store(each, projectId, String(away.id)))
          seen.push(...list.map(({ place }) => place))
          before = seen.at(-1)
          if (list.length < limit) break
        }
        const ids = seen.map(({ id }) => id as string)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => !added.includes(id)).toSorted()).toEqual(stored.toSorted())
        expect(inOrder(seen)).toBe(true)
        const counts = await countTimeline(of, opened.database)
        const total = [...counts.values()].reduce((sum, records) => sum + records, 0)
        expect(total).toBe(stored.length + added.length)
      },
    ),
    { numRuns: 25 },
  )
})

function inOrder(places: readonly TimelinePosition[]): boolean {
  const isAfter = (a: TimelinePosition, b: TimelinePosition) =>
    BigInt(a.micros) === BigInt(b.micros) ? a.id > b.id : BigInt(a.micros) > BigInt(b.micros)
  return places.every((place, index) => {
    const next = places[index + 1]
    return next === undefined || isAfter(place, next)
  })
}

test('a list of no kind, and of a project without records, is empty', async () => {
  const slug = 'never-was' as Slug
  for (const kinds of [[], EVIDENCE_PREFIXES])
    expect(await getTimeline({ slug, kinds, now, before: undefined, limit: 10 }, opened.database)).toEqual([])
  expect([...(await countTimeline({ slug, kinds: [], now }, opened.database))]).toEqual([])
})

test('a list deep in the timeline of a project with ten thousand ships reads a part of them', async () => {
  const project = await given.aProject({ slug: 'prolific' }, opened.database)
  const source = await given.aSource({ project_id: String(project.id) }, opened.database)
  await sql`
    insert into ships (id, project_id, source_id, kind, natural_key, title, occurred_at, precision, detected_at, backing)
    select gen_random_uuid(), ${project.id}::uuid, ${source.id}::uuid, 'release', 'many:' || n, 'v' || n,
      ${now}::timestamptz - n * interval '1 hour', 'EXACT', ${now}::timestamptz, 'source-verified'
    from generate_series(1, 10000) as n`.execute(opened.database)
  await sql`analyze ships`.execute(opened.database)
  const asked: LogEvent['query'][] = []
  const pool = new pg.Pool({
    connectionString: opened.url,
    max: 1,
    types: { getTypeParser: typeParsers },
    pipeline: true,
  })
  const database = databaseOn(pool, ({ query }) => asked.push(query))
  const before = { micros: '1780000000000000', id: 'ship:00000000-0000-4000-8000-000000000000' } as const
  const of = { slug: 'prolific' as Slug, kinds: EVIDENCE_PREFIXES, now }
  expect(await getTimeline({ ...of, before, limit: 50 }, database)).toHaveLength(50)
  const [list] = asked
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${list?.sql}`,
    [...(list?.parameters ?? [])],
  )
  const read = rows.flatMap((row) => shipsRead(row['QUERY PLAN'][0].Plan))
  expect(Math.max(...read)).toBeLessThanOrEqual(55)
  await database.destroy()
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; Plans?: readonly Plan[] }

/** The rows that each scan of ships read. */
function shipsRead(plan: Plan): readonly number[] {
  const own = plan['Relation Name'] === 'ships' ? [plan['Actual Rows']] : []
  return [...own, ...(plan.Plans ?? []).flatMap(shipsRead)]
}
