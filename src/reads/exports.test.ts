import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { SILENT } from '#surfaces/http/metrics.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeListed, tokenOf } from '#test/given/listed-project.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { faultsOf } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import type { ListeningService } from '#test/service/listening-service.ts'

const listening = await listeningServiceOfFile({
  telemetry: { ...SILENT, leftOut: (event) => leftOut.push(event) },
  bounds: { takenLookMs: 60_000 },
})
let database: ListeningService['service']['database']
const leftOut: object[] = []
beforeAll(async () => {
  database = listening.service.database
})
beforeEach(() => startAnew(database))

type Item = Readonly<Record<string, unknown>>
const store = (given: Parameters<typeof storeListed>[0] = {}) => storeListed(given, database)
const linesIn = (text: string) => text.split('\n').slice(0, -1)
const itemsIn = (text: string): readonly Item[] => linesIn(text).map((line) => JSON.parse(line))
const listOf = async (path: string) => JSON.parse((await listening.send(path)).text).items as readonly Item[]

/** The rows of an export, each by column. No cell may hold a line end. */
async function rowsOf(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { text } = await listening.send(path)
  const [names = [], ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((row) => [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? String(b)))
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell.replaceAll('""', '"')])))
}

/** Projects with nothing but a name, stored in one statement. */
async function storeMany(count: number): Promise<void> {
  await sql`update projects set slug = 'was-' || replace(gen_random_uuid()::text, '-', '') where slug like 'many-%'`.execute(
    database,
  )
  await sql`
    with made as (
      insert into projects (id, slug, name, state, created_at, first_published_at, published_at)
      select gen_random_uuid(), 'many-' || lpad(n::text, 5, '0'), 'Many', 'published', ${NOW}, ${NOW}, ${NOW}
      from generate_series(1, ${count}::integer) as n returning id, slug)
    insert into listings (project_id, published, first_published_at, slug, name, exact_names, words)
    select id, true, ${NOW}, slug, 'Many', '{}', '' from made`.execute(database)
}

async function storeShips(titles: readonly string[]): Promise<string> {
  const { id, slug } = await aProject({}, database)
  const source = await aSource({ project_id: String(id) }, database)
  for (const title of titles)
    await aShip({ project_id: String(id), source_id: source.id, title, occurred_at: NOW }, database)
  return String(slug)
}

describe('the export of projects', () => {
  test('has each published project once, as its card in the list [contract GET /api/export/projects]', async () => {
    await store({ evidence: KNOWN, marketCap: 5_000_000, liquidity: 0 })
    await store({ withheld: 'LIQUIDITY_GONE', token: { address: tokenOf(7001) } })
    await aProject({}, database)
    await aProject({ state: 'draft' }, database)
    const hidden = await store()
    await hideProject({ slug: hidden }, { database, now: NOW })
    await renameProject({ slug: await store(), newSlug: 'exported-now' }, { database, now: NOW })
    const { status, headers, text } = await listening.send('/api/export/projects')
    expect([status, headers['content-type'], headers['cache-control'], headers.etag]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      'no-store',
      undefined,
    ])
    expect(headers['content-disposition']).toBe('attachment; filename="projects.jsonl"')
    const bySlug = (a: Item, b: Item) => (String(a['slug']) < String(b['slug']) ? -1 : 1)
    const listed = await listOf('/api/projects?limit=48')
    expect(itemsIn(text).toSorted(bySlug)).toEqual(listed.toSorted(bySlug))
    expect(itemsIn(text).map(({ slug }) => slug)).toContain('exported-now')
    expect(faultsOf({ status, headers, text }, '/api/export/projects')).toEqual([])
  })

  test('leaves out the claim notes with claims=none', async () => {
    await store({ evidence: KNOWN })
    const { text } = await listening.send('/api/export/projects?claims=none')
    expect(itemsIn(text)).toEqual(await listOf('/api/projects?claims=none'))
  })

  test.each(['', '?format=csv'])('of more projects than a batch has each of them (%s)', async (query) => {
    await storeMany(1203)
    const { text } = await listening.send(`/api/export/projects${query}`)
    expect(new Set(text.match(/many-\d{5}(?=[",])/g)).size).toBe(1203)
    expect(linesIn(text)).toHaveLength(query === '' ? 1203 : 1204)
  })

  test('of nothing is empty; in CSV it has the names of the columns', async () => {
    expect((await listening.send('/api/export/projects')).text).toBe('')
    const { text } = await listening.send('/api/export/projects?format=csv')
    expect(text).toMatch(/^slug,name,url,description,kind,[^\r\n]*,lastShip\.title,[^\r\n]*\r\n$/)
    expect(text).not.toContain('claims')
  })
})

describe('in CSV', () => {
  test('an unknown cell is empty, and a known zero, false and list are not', async () => {
    await store({
      evidence: { ...KNOWN, activityMeasured: false },
      liquidity: 0,
      listed: { narratives: ['defi', 'devtools'] },
    })
    await aProject({}, database)
    const rows = await rowsOf('/api/export/projects?format=csv')
    const [known, unread] = rows.toSorted((a) => (a['liquidity.value'] === '' ? 1 : -1))
    expect(known).toMatchObject({
      activityMeasured: 'false',
      'liquidity.value': '0',
      narratives: 'defi devtools',
      'marketCap.value': '',
      'liquidity.provider': 'dexscreener',
      status: 'SHIPPING',
    })
    expect(unread).toMatchObject({
      activityMeasured: 'false',
      'liquidity.value': '',
      narratives: '',
      asOf: '',
      'lastShip.title': '',
    })
  })

  test.each(['=1+1', '+1', '-1', '@sum', '=cmd|"x"!A1', '=1,2'])(
    'a cell does not begin as %j',
    async (title) => {
      await storeShips([title])
      const [row] = await rowsOf('/api/export/ships?format=csv')
      expect(row?.['title']).toBe(`'${title}`)
    },
  )

  test.each(['a,b', 'say "hi"', '"', 'a;b', 'ends with a space ', "it's", 'ünï ✓'])(
    'a reader gets %j back',
    async (title) => {
      await storeShips([title])
      const [row] = await rowsOf('/api/export/ships?format=csv')
      expect(row?.['title']).toBe(title.trim())
    },
  )
})

describe('the export of ships', () => {
  test('has the ships of the list in its order, without those of hidden projects [contract GET /api/export/ships]', async () => {
    const hidden = await storeShips(['Hidden'])
    const slug = await storeShips(['One', 'Two'])
    const { id } = await aProject({}, database)
    const source = await aSource({ project_id: String(id) }, database)
    const own = { project_id: String(id), source_id: source.id, kind: 'upgrade' }
    await aShip({ ...own, occurred_at: null, precision: 'OBSERVED', title: 'Undated' }, database)
    await aShip({ ...own, withdrawn_at: NOW, withdrawn_reason: 'gone' }, database)
    await aShip({ ...own, occurred_at: toInstant('2027-01-01T00:00:00Z') }, database)
    await hideProject({ slug: hidden }, { database, now: NOW })
    await renameProject({ slug, newSlug: 'shipped-now' }, { database, now: NOW })
    const { text } = await listening.send('/api/export/ships')
    expect(itemsIn(text)).toEqual(await listOf('/api/ships?limit=48'))
    expect(
      itemsIn(text)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['One', 'Two', 'Undated'])
    const rows = await rowsOf('/api/export/ships?format=csv')
    expect(rows.find(({ title }) => title === 'Undated')).toMatchObject({
      occurredAt: '',
      'codeWeek.commits': '',
    })
    expect(rows.find(({ title }) => title === 'One')?.['project.slug']).toBe('shipped-now')
  })

  test('passes over no ship when a batch ends between two of one millisecond', async () => {
    const slug = await storeShips(['One'])
    await sql`
      insert into ships (id, project_id, source_id, kind, natural_key, title, occurred_at, precision, detected_at, backing)
      select gen_random_uuid(), project_id, source_id, kind, 'copy:' || n, 'Copy ' || n,
        occurred_at - make_interval(secs => n / 1000000.0), precision, detected_at, backing
      from (select ships.* from ships join projects on projects.id = project_id where slug = ${slug}) as one,
        generate_series(1, 1800) as n`.execute(database)
    const { text } = await listening.send('/api/export/ships')
    expect(linesIn(text)).toHaveLength(1801)
    expect(new Set(itemsIn(text).map(({ evidenceId }) => evidenceId)).size).toBe(1801)
  })
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
])('by %s it has the same text', async (encoding, decompress) => {
  await storeMany(300)
  const plain = await listening.send('/api/export/projects')
  const sent = await listening.send('/api/export/projects', { headers: { 'accept-encoding': encoding } })
  expect(sent.headers['content-encoding']).toBe(encoding)
  expect(decompress(sent.bytes).toString()).toBe(plain.text)
})

test('HEAD has the headers and reads nothing', async () => {
  const got = await listening.send('/api/export/ships?format=csv', { method: 'HEAD' })
  expect([got.status, got.text, got.headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8'])
})

test('a record that cannot be shown is left out and reported', async () => {
  const broken = await store()
  const slug = await store()
  await sql`update listings set figures = '{"liquidity": 1}' where slug = ${broken}`.execute(database)
  const { text } = await listening.send('/api/export/projects')
  expect(itemsIn(text).map((item) => item['slug'])).toEqual([slug])
  expect(leftOut).toHaveLength(1)
})

test.each(['?format=xml', '?format=', '?format=csv&format=csv', '?claims=some'])(
  'refuses %s',
  async (query) => {
    expect((await listening.send(`/api/export/projects${query}`)).status).toBe(400)
  },
)

describe('its cost', () => {
  test('is twenty requests of the minute, for a key and for a client', async () => {
    const { key } = await issueKey(database, { tier: 1 })
    const keyed = () => listening.send('/api/export/ships', { headers: { 'x-api-key': key } })
    expect((await keyed()).headers['ratelimit-remaining']).toBe('100')
    expect((await keyed()).headers).toMatchObject({
      'ratelimit-remaining': '80',
      'cache-control': 'private, no-store',
    })
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await listening.send('/api/export/ships', { from: '127.8.0.1' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
