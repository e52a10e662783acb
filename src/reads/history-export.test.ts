import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { renameProject } from '#operator/projects.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aPoint } from '#test/given/days.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { faultsOf } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import type { ListeningService } from '#test/service/listening-service.ts'

const listening = await listeningServiceOfFile()
let database: ListeningService['service']['database']
beforeAll(async () => {
  database = listening.service.database
})
beforeEach(() => startAnew(database))

const on = (day: string) => `2026-11-${day}` as CalendarDate
const linesIn = (text: string) => text.split(/\r?\n/).slice(0, -1)
const get = async (path: string) => (await listening.send(path)).text

async function stored(): Promise<string> {
  const { slug, projectId: project_id } = await storeToken({ evidence: KNOWN }, database)
  await aPoint({ project_id, day: on('12'), state: 'SOURCE_UNAVAILABLE' }, database)
  await aPoint({ project_id, day: on('18'), value: 'SHIPPING' }, database)
  return slug
}

describe('the export of a history', () => {
  test('has each recorded day of the history, as it is there [contract GET /api/export/projects/{slug}/history]', async () => {
    const slug = await stored()
    const days = 'from=2026-11-10&to=2026-11-18'
    const path = `/api/export/projects/${slug}/history?${days}`
    const answer = await listening.send(path)
    expect(faultsOf(answer, '/api/export/projects/{slug}/history')).toEqual([])
    expect(answer.headers['content-disposition']).toBe('attachment; filename="history.jsonl"')
    const { series } = JSON.parse(await get(`/api/projects/${slug}/history?${days}`)) as {
      series: readonly {
        name: string
        unit: string
        basis: string
        collectedFrom: string | null
        reason?: string
        items: readonly object[]
      }[]
    }
    const lines = series.flatMap(({ name, unit, basis, collectedFrom, reason, items }) => {
      const days = items.length > 0 ? items : [{ value: null, reason }]
      return days.map((item) => ({ series: name, unit, basis, collectedFrom, ...item }))
    })
    expect(linesIn(answer.text).map((line) => JSON.parse(line))).toEqual(lines)
    expect(lines.filter((line) => 'day' in line)).toHaveLength(2)
    expect(lines).toContainEqual(
      expect.objectContaining({
        series: 'locks',
        collectedFrom: null,
        value: null,
        reason: 'NOT_APPLICABLE',
      }),
    )
  })

  test('a series whose days lie outside the span is a line that says so', async () => {
    const slug = await stored()
    const path = `/api/export/projects/${slug}/history?series=status&from=2026-11-01&to=2026-11-10`
    const lines = linesIn(await get(path)).map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ collectedFrom: '2026-11-12', value: null, reason: 'NOT_RECORDED' }])
    expect(lines[0]).not.toHaveProperty('day')
  })

  test('refuses what the history refuses, and leads a former slug to the current one', async () => {
    const slug = await stored()
    const at = (name: string, query = '') =>
      listening.send(`/api/export/projects/${name}/history?format=csv${query}`)
    expect((await at('never-was')).status).toBe(404)
    expect((await at(slug, '&from=2026-11-18&to=2026-11-12')).status).toBe(400)
    await renameProject({ slug, newSlug: 'exported-now' }, { database, now: NOW })
    const { status, headers } = await at(slug)
    expect([status, headers['location']]).toEqual([
      308,
      '/api/export/projects/exported-now/history?format=csv',
    ])
  })
})

describe('the export of a history in CSV', () => {
  test('has an unknown day as an empty value with its reason, never zero', async () => {
    const slug = await stored()
    const [names, unknown, known, ...others] = linesIn(
      await get(`/api/export/projects/${slug}/history?series=status&format=csv`),
    )
    expect(names).toBe('series,unit,basis,collectedFrom,day,value,reason,rule,provider,observedAt,kind')
    const begin = 'status,activity status,knowledge,2026-11-12'
    expect(unknown).toBe(`${begin},2026-11-12,,SOURCE_UNAVAILABLE,activity.status@2,,,`)
    expect(known).toBe(`${begin},2026-11-18,SHIPPING,,activity.status@2,,,`)
    expect(others).toEqual([])
  })

  test('has a number as a number, also below zero, and no text as a formula', async () => {
    const { slug, projectId: project_id } = await storeToken({ evidence: KNOWN }, database)
    await aPoint({ project_id, day: on('18'), series: 'discovery_gap', value: -14 }, database)
    await aPoint({ project_id, day: on('18'), value: '-1+1' }, database)
    const cells = linesIn(await get(`/api/export/projects/${slug}/history?format=csv`)).map(
      (line) => line.split(',')[5],
    )
    expect(cells).toContain('-14')
    expect(cells).toContain("'-1+1")
  })
})

describe('the export of a history is a read', () => {
  test('two at once are both answered, and each counts as one request', async () => {
    const slug = await stored()
    const path = `/api/export/projects/${slug}/history?format=csv&series=`
    const { key } = await issueKey(database, { tier: 1 })
    const send = (series: string) => listening.send(`${path}${series}`, { headers: { 'x-api-key': key } })
    const answers = await database.transaction().execute(async (writer) => {
      await sql`lock table history_points in access exclusive mode`.execute(writer)
      const both = ['status', 'momentum'].map(send)
      await expect.poll(() => countWaiting(database)).toBe(2)
      return { both }
    })
    const [status, momentum] = await Promise.all(answers.both)
    expect([status?.status, momentum?.status]).toEqual([200, 200])
    expect(linesIn(String(status?.text))).toHaveLength(3)
    expect((await send('status')).headers).toMatchObject({
      'ratelimit-remaining': '117',
      'cache-control': 'private',
      'content-disposition': 'attachment; filename="history.csv"',
      'content-type': 'text/csv; charset=utf-8',
    })
  })

  test('a cache may hold it for a minute, each format under its own tag', async () => {
    const path = `/api/export/projects/${await stored()}/history`
    const [lines, csv] = [await listening.send(path), await listening.send(`${path}?format=csv`)]
    expect(lines.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'content-type': 'application/x-ndjson; charset=utf-8',
    })
    const tags = [lines, csv].map(({ headers }) => String(headers['etag']))
    expect(new Set(tags).size).toBe(2)
    const again = await listening.send(path, { headers: { 'if-none-match': String(tags[0]) } })
    expect(again.status).toBe(304)
    const head = await listening.send(`${path}?format=csv`, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', tags[1]])
  })
})

test('the export of ships has with a project its ships alone', async () => {
  const slugs: string[] = []
  for (const title of ['One', 'Other']) {
    const { id, slug } = await aProject({}, database)
    const { id: source_id } = await aSource({ project_id: String(id) }, database)
    await aShip({ project_id: String(id), source_id: String(source_id), title, occurred_at: NOW }, database)
    slugs.push(String(slug))
  }
  const titles = linesIn(await get(`/api/export/ships?project=${slugs[0]}`)).map(
    (line) => (JSON.parse(line) as { title: string }).title,
  )
  expect(titles).toEqual(['One'])
  expect(await get('/api/export/ships?project=never-was')).toBe('')
})
