import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { REPORTED_MONTH, storeMonthlyReport } from '#test/given/monthly-report.ts'
import { forFile } from '#test/run/for-file.ts'
import { crawl, statusesOf } from '#test/world/crawl.ts'
import { openWorld } from '#test/world/world.ts'

/** Answers by path. Nothing changes the world here, so each path is asked for once. */
const answers = new Map<string, Record<string, unknown>>()
const world = await forFile(openWorld())
const rows = await world.service.database
  .selectFrom('tokens')
  .innerJoin('projects', 'projects.id', 'tokens.project_id')
  .select(['projects.slug', 'tokens.address'])
  .where('projects.state', '=', 'published')
  .execute()
const slugs = new Map(rows.map((row) => [row.slug, row.address]))

const EVIDENCE =
  /\b(ship|signal|abi|impl|lock|source|claim|state|integrity|narrative|method|sourcechange|security):[A-Za-z0-9:._-]+/

/** Every place in an answer with its path. */
function* leaves(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    if (value.length === 0) yield [path, value]
    for (const [index, item] of value.entries()) yield* leaves(item, `${path}[${index}]`)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path === '' ? key : `${path}.${key}`)
  } else {
    yield [path, value]
  }
}

const evidenceIn = (body: unknown): readonly string[] =>
  [...leaves(body)].flatMap(([path, value]) => {
    const isId = typeof value === 'string' && new RegExp(`^${EVIDENCE.source}$`).test(value)
    const isChangeId = /(^|\.)(items\[\d+\]|latest_change)\.id$/.test(path)
    return isId && !isChangeId ? [value] : []
  })

async function* everyAnswer(): AsyncGenerator<readonly [string, Record<string, unknown>]> {
  const addresses = [...slugs.values()]
  yield* answersTo(addresses.map((address) => `/api/v1/builder?token=${address}`))
  yield* answersTo(addresses.map((address) => `/api/v1/scan?token=${address}`))
  for (let cursor = 'c1.0'; ; ) {
    const path = `/api/changes?limit=100&after=${cursor}`
    const body = await answerTo(path)
    yield [path, body]
    if ((body['items'] as unknown[]).length === 0) return
    cursor = String(body['nextCursor'])
  }
}

/** Every explanation and the coverage of every project. */
async function* everyExplanation(): AsyncGenerator<readonly [string, Record<string, unknown>]> {
  for (const slug of slugs.keys()) {
    const { items } = (await answerTo(`/api/projects/${slug}/explain`)) as { items: { url: string }[] }
    const explained = items.map(({ url }) => url.slice(url.indexOf('/api/')))
    yield* answersTo([...explained, `/api/projects/${slug}/coverage`])
  }
}

const PARTS = ['snapshot', 'timeline', 'history', 'market', 'contracts', 'relationships', 'built-on']
const LISTS = ['projects', 'ships', 'builders', 'chain/accelerating', 'reports/monthly', 'svc/profile']

/** Every other answer about one project, the first part of every list, and each project compared with the next. */
async function* everyOther(): AsyncGenerator<readonly [string, Record<string, unknown>]> {
  const names = [...slugs.keys()]
  yield* answersTo(names.flatMap((slug) => PARTS.map((part) => `/api/projects/${slug}/${part}`)))
  yield* answersTo(names.slice(1).map((slug, index) => `/api/compare?slugs=${names[index]},${slug}`))
  yield* answersTo(LISTS.map((list) => `/api/${list}`))
}

async function* answersTo(
  paths: readonly string[],
): AsyncGenerator<readonly [string, Record<string, unknown>]> {
  for (const path of paths) yield [path, await answerTo(path)]
}

async function answerTo(path: string): Promise<Record<string, unknown>> {
  const known = answers.get(path)
  if (known !== undefined) return known
  const { status, body } = await world.get(path)
  expect(status, path).toBe(200)
  answers.set(path, body)
  return body
}

test('every evidence id in every answer resolves to a receipt that is not withdrawn', async () => {
  const cited = new Map<string, string>()
  for await (const [path, body] of everyAnswer()) {
    for (const id of evidenceIn(body)) cited.set(id, path)
  }
  for (const others of [everyExplanation(), everyOther()]) {
    for await (const [path, body] of others) {
      for (const id of evidenceIn(body)) cited.set(id, path)
    }
  }
  expect(cited.size).toBeGreaterThan(500)
  const prefixes = new Set([...cited.keys()].map((id) => id.split(':')[0]))
  expect([...prefixes].toSorted()).toEqual(
    expect.arrayContaining([
      'abi',
      'claim',
      'impl',
      'lock',
      'narrative',
      'ship',
      'signal',
      'source',
      'state',
    ]),
  )
  const unresolved: string[] = []
  for (const [id, path] of cited) {
    const receipt = await world.get(`/api/evidence/${encodeURIComponent(id)}`)
    if (receipt.status !== 200 || receipt.body['withdrawn'] !== false)
      unresolved.push(`${id} cited by ${path}`)
  }
  expect(unresolved).toEqual([])
})

test('a value that was not measured is never 0, false, an empty list or an empty text', async () => {
  const mayBe: Readonly<Record<string, (body: Record<string, unknown>) => boolean>> = {
    activity_measured: () => true,
    activity_applies_to_token: (body) => body['token_verification'] === 'MISMATCH',
    verified_builder: (body) => body['research_level'] !== 'VERIFIED_BUILDER',
    meaningful_ships_30d: (body) => body['activity_measured'] === true,
    'last_code_activity.commits_30d': (body) => body['activity_measured'] === true,
    'last_code_activity.commits_30d_partial': () => true,
    'activity.measured': () => true,
    'activity.meaningful_ships_30d': (body) => body['activity_measured'] === true,
    'activity.commits_30d': (body) => body['activity_measured'] === true,
    'activity.commits_30d_partial': () => true,
    withdrawn: () => true,
  }
  const wrong: string[] = []
  for await (const [path, body] of everyAnswer()) {
    if (path.startsWith('/api/changes')) continue
    for (const [at, value] of leaves(body)) {
      const empty =
        value === 0 || value === false || value === '' || (Array.isArray(value) && value.length === 0)
      if (empty && mayBe[at]?.(body) !== true) wrong.push(`${path} ${at} = ${JSON.stringify(value)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('each explained fact is unknown for the reason that the coverage gives, or has evidence', async () => {
  const reasons = new Map<string, unknown>()
  const explained = new Map<string, Record<string, unknown>>()
  for await (const [path, body] of everyExplanation()) {
    const { slug } = body['project'] as { slug: string }
    if (!path.endsWith('/coverage')) explained.set(`${slug} ${body['fact']}`, body)
    else
      for (const { fact, reason } of body['facts'] as { fact: string; reason?: string }[])
        reasons.set(`${slug} ${fact}`, reason)
  }
  expect(reasons.size).toBeGreaterThan(9 * slugs.size - 1)
  for (const [about, reason] of reasons) {
    const { state, evidence } = explained.get(about) ?? {}
    expect([about, explained.get(about)?.['reason']]).toEqual([about, reason])
    expect([about, state, evidence === undefined]).toEqual([
      about,
      reason === undefined ? 'DERIVED' : 'UNKNOWN',
      reason !== undefined,
    ])
  }
})

test('a project whose sources cannot be read is unknown in every field of its card', async () => {
  const silent = [...slugs].filter(([slug]) => ['driftwood', 'parley'].includes(slug))
  expect(silent.length).toBeGreaterThan(0)
  for (const [, address] of silent) {
    const { body } = await world.get(`/api/v1/builder?token=${address}`)
    expect(body).toMatchObject({
      svc_status: 'UNKNOWN',
      status: 'unknown',
      activity_measured: false,
      meaningful_ships_30d: null,
      last_activity_at: null,
      latest_meaningful_ship: null,
      repo_url: null,
      last_code_activity: null,
    })
  }
})

test('every address of the service that an answer names answers as it is described', async () => {
  const { baseUrl } = world.service.config
  await storeMonthlyReport(world.service.database)
  const known = await knownValues()
  const pages = ['/api', '/llms.txt', '/openapi.json', '/api/projects?limit=48', '/api/ships?limit=48']
  const ofProjects = [...slugs].flatMap(([slug, token]) => [
    `/api/projects/${slug}`,
    `/projects/${slug}`,
    `/api/changes?project=${slug}&limit=100`,
    `/api/v1/builder?token=${token}`,
    `/api/v1/scan?token=${token}`,
    ...PARTS.map((part) => `/api/projects/${slug}/${part}`),
  ])
  const named = await crawl({ start: [...pages, ...ofProjects], baseUrl, known, ask: world.get })
  const wrong = named.filter(({ path, status }) => path === undefined || !statusesOf(path).includes(status))
  expect(wrong.map(({ address, by, status }) => `${address}, named by ${by}, answers ${status}`)).toEqual([])
  const reads = Object.values<Operation>(OPERATIONS).filter(({ method }) => method === 'GET')
  const asked = new Set(named.map(({ path }) => path?.template))
  expect(reads.filter(({ path }) => !asked.has(path)).map(({ name }) => name)).toEqual([])
})

/** A value of each parameter that an address can leave open. */
async function knownValues(): Promise<Readonly<Record<string, string>>> {
  const [[slug = '', token = ''] = [], [other = ''] = []] = [...slugs]
  const { body } = await world.get(`/api/projects/${slug}`)
  return {
    slug,
    token,
    address: token,
    chainId: '4663',
    project: slug,
    slugs: `${slug},${other}`,
    id: evidenceIn(body)[0] ?? '',
    month: REPORTED_MONTH,
  }
}
