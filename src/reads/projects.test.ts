import { beforeAll, describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { toInstant as at } from '#contract/time.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { inTransaction } from '#records/database.ts'
import { findProjectBySlug, insertFormerSlugs } from '#records/project/projects.ts'
import {
  aRanking,
  FIGURES_READ,
  type GivenListing,
  storeListed,
  tokenOf,
} from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()
beforeAll(async () => {
  for (const given of GIVEN) await storeListed(given, service.database)
})

const published = (day: string) => {
  const instant = at(`2026-11-${day}T12:00:00Z`)
  return { first_published_at: instant, published_at: instant }
}
const GIVEN: readonly GivenListing[] = [
  {
    project: {
      slug: 'alpha',
      name: 'Alpha Harbour',
      kind: 'protocol',
      launchpad: 'pons',
      ...published('01'),
    },
    token: { address: tokenOf(1), symbol: 'HOOD', name: 'Alpha Token' },
    listed: {
      activity_status: 'SHIPPING',
      last_activity_at: at('2026-11-19T09:00:00Z'),
      first_ship_at: at('2026-09-01T00:00:00Z'),
      meaningful_ships_30d: 5,
      tabs: ['still-building', 'building-with-token', 'under-the-radar'],
      narratives: ['defi', 'ai'],
      facts: ['token', 'repository', 'ship', 'marketCap'],
    },
    marketCap: 400,
    liquidity: 50,
  },
  {
    project: { slug: 'beta', name: 'Beta Vault', kind: 'app', ...published('15') },
    token: { address: tokenOf(2), symbol_declared: 'HOOD' },
    listed: {
      activity_status: 'ACTIVE',
      last_activity_at: at('2026-11-10T09:00:00Z'),
      first_ship_at: at('2026-11-02T00:00:00Z'),
      meaningful_ships_30d: 2,
      builder_read: true,
      tabs: ['building-with-token'],
      narratives: ['ai'],
      facts: ['token', 'repository', 'ship', 'marketCap'],
    },
    fdv: 9_000_000,
    volume24h: 7,
  },
  {
    project: { slug: 'gamma', name: '100%_Gamma', kind: 'app', ...published('16') },
    listed: {
      activity_status: 'RESUMED',
      last_activity_at: at('2026-11-18T09:00:00Z'),
      first_ship_at: at('2026-10-01T00:00:00Z'),
      meaningful_ships_30d: 1,
      builder_read: true,
      tabs: [],
      facts: ['repository', 'ship'],
    },
    marketCap: 90,
  },
  {
    project: { slug: 'delta', name: 'Δelta Übung', kind: null, ...published('18') },
    listed: { activity_status: 'UNKNOWN', facts: [] },
    evidence: NEVER_SCORED,
    liquidity: 0,
  },
  {
    project: { slug: 'omega', name: 'Alpha Omega', state: 'hidden', ...published('18') },
    listed: { activity_status: 'SHIPPING', last_activity_at: at('2026-11-19T11:00:00Z'), narratives: ['ai'] },
    marketCap: 5,
  },
  { project: { slug: 'sigma', name: 'Alpha Sigma', state: 'draft' } },
]

async function slugsOf(query: string): Promise<readonly string[]> {
  const { status, body } = await service.get(`/api/projects${query}`)
  expect([query, status]).toEqual([query, 200])
  const projects = body['items'] as readonly { slug: string }[]
  expect([query, body['total']]).toEqual([query, projects.length])
  return projects.map(({ slug }) => slug)
}

describe('filters and orders [contract GET /api/projects] [contract tab *]', () => {
  test.each([
    ['', ['alpha', 'gamma', 'beta', 'delta']],
    ['?sort=activity', ['alpha', 'gamma', 'beta', 'delta']],
    ['?sort=newest', ['delta', 'gamma', 'beta', 'alpha']],
    ['?sort=liquidity&has=repository', ['alpha', expect.any(String), expect.any(String)]],
    ['?kind=app', ['gamma', 'beta']],
    ['?status=UNKNOWN', ['delta']],
    ['?narrative=ai', ['alpha', 'beta']],
    ['?narrative=nothing-of-the-kind', []],
    ['?launchpad=pons', ['alpha']],
    ['?launchpad=%27%20or%201=1--', []],
    ['?has=token', ['alpha', 'beta']],
    ['?has=token,ship', ['alpha', 'beta']],
    ['?has=marketCap,marketCap&kind=app', ['beta']],
    ['?kind=app&status=RESUMED', ['gamma']],
    ['?tab=shipping-now', ['alpha']],
    ['?tab=still-building', ['alpha']],
    ['?tab=building-with-token', ['alpha', 'beta']],
    ['?tab=back-from-dormancy', ['gamma']],
    ['?tab=most-active', ['alpha', 'beta', 'gamma']],
    ['?tab=most-active&sort=activity', ['alpha', 'gamma', 'beta']],
    ['?tab=new-on-hey', ['delta', 'gamma', 'beta']],
    ['?tab=new-builders', ['gamma', 'beta']],
    ['?tab=new-builders&kind=app', ['gamma', 'beta']],
  ])('%s', async (query, expected) => {
    expect(await slugsOf(query)).toEqual(expected)
  })

  test('sorts market caps before fully diluted values, and projects without a figure last', async () => {
    expect(await slugsOf('?sort=marketCap')).toEqual(['alpha', 'gamma', 'beta', 'delta'])
  })

  test('sorts a known zero before an unknown figure', async () => {
    const [first, second] = await slugsOf('?sort=liquidity')
    expect([first, second]).toEqual(['alpha', 'delta'])
  })
})

describe('search', () => {
  test.each([
    ['alpha', ['alpha']],
    ['ALPHA  harb', ['alpha']],
    ['harbour alpha', ['alpha']],
    ['harbour vault', []],
    ['hood', ['alpha', 'beta']],
    [tokenOf(2).slice(0, 41), ['alpha', 'beta']],
    [tokenOf(2).toUpperCase(), ['beta']],
    ['100%_g', ['gamma']],
    ['%%', []],
    ['__', []],
    ["al' or 1=1 --", []],
    ['δelta', ['delta']],
    ['ΔELTA übung', ['delta']],
    ['u\u0308bung', ['delta']],
    ['omega', []],
    ['lpha', []],
    ['alpha\\', ['alpha']],
  ])('%s', async (words, expected) => {
    expect(await slugsOf(`?q=${encodeURIComponent(words)}`)).toEqual(expected)
    expect(await slugsOf(`?query=${encodeURIComponent(words)}`)).toEqual(expected)
  })

  test('finds a project by a former slug', async () => {
    const alpha = await findProjectBySlug('alpha', service.database)
    const slugs = [{ projectId: String(alpha?.id), slug: 'harbourmaster' as Slug }]
    const former = { slugs, now: at(FIGURES_READ) }
    await inTransaction(service.database, (writer) => insertFormerSlugs(former, writer))
    expect(await slugsOf('?q=harbourma')).toEqual(['alpha'])
  })
})

describe('refusals', () => {
  test.each([
    '?q=a',
    `?q=${'a'.repeat(121)}`,
    '?q=%00%00',
    '?q=+++',
    '?q=alpha&query=beta',
    '?q=alpha&q=alpha',
    '?limit=0',
    '?limit=49',
    '?limit=0x10',
    '?limit=1e1',
    '?limit=%205%20',
    '?limit=+7',
    '?limit=5.0',
    '?limit=',
    '?limit=1&limit=1',
    '?offset=-1',
    '?tab=still',
    '?status=active',
    '?kind=',
    '?has=token,,ship',
    '?has=wallet',
    '?sort=price',
    '?narrative=De%20Fi',
  ])(
    '%s is refused [contract error envelope detail] [contract error code invalid_parameter]',
    async (query) => {
      const { status, body } = await service.get(`/api/projects${query}`)
      expect([query, status, body['error']]).toEqual([query, 400, 'invalid_parameter'])
      expect(body['detail']).toEqual({ parameter: expect.any(String), expected: expect.any(String) })
    },
  )
})

test('answers by offset cover the list; an offset past its end is an empty list with the total', async () => {
  const seen: string[] = []
  let next: unknown = 0
  while (typeof next === 'number') {
    const { body } = await service.get(`/api/projects?limit=1&offset=${next}`)
    seen.push(...(body['items'] as readonly { slug: string }[]).map(({ slug }) => slug))
    next = body['nextOffset']
    expect(body['total']).toBe(4)
  }
  expect(seen).toEqual(['alpha', 'gamma', 'beta', 'delta'])
  for (const offset of ['1000000000', '1000000001', `${Number.MAX_SAFE_INTEGER}`]) {
    const past = await service.get(`/api/projects?offset=${offset}`)
    expect(past.body).toMatchObject({ items: [], available: true, total: 4, nextOffset: null })
  }
})

test('an unavailable list answers available false, not an empty list [contract project list total|nextOffset|disclaimer|ignoredParameters] [contract tab under-the-radar]', async () => {
  const { status, body } = await service.get('/api/projects?tab=under-the-radar&limit=5&foo=1')
  expect([status, body]).toEqual([
    200,
    {
      items: [],
      available: false,
      reason: 'not_measured',
      total: null,
      nextOffset: null,
      ignoredParameters: ['foo'],
      disclaimer: expect.any(String),
    },
  ])
})

test('lists projects under the radar once projects are ranked [contract tab under-the-radar]', async () => {
  const alpha = service.database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', 'alpha' as Slug)
  await aRanking({ project_id: (await alpha.executeTakeFirstOrThrow()).id }, service.database)
  const { body } = await service.get('/api/projects?tab=under-the-radar')
  expect(body).toMatchObject({ available: true, total: 1, nextOffset: null, items: [{ slug: 'alpha' }] })
  expect(body).not.toHaveProperty('reason')
})

test('a card has figures with provider and time, and omits unknown ones [contract project card marketCap|marketCap.kind|status] [contract valuation kind marketCap|fdv]', async () => {
  const { body } = await service.get('/api/projects?foo=1&utm_source=x')
  const [alpha, gamma, beta, delta] = body['items'] as readonly Record<string, unknown>[]
  expect(body['ignoredParameters']).toEqual(['foo', 'utm_source'])
  expect(alpha).toMatchObject({
    slug: 'alpha',
    status: 'SHIPPING',
    statusLabel: 'Shipping',
    token: { chainId: 4663, contract: tokenOf(1), symbol: 'HOOD', name: 'Alpha Token' },
    tokenVerification: 'VERIFIED',
    researchLevel: 'VERIFIED_BUILDER',
    meaningfulShips30d: 4,
    meaningfulShips30dAsOf: expect.any(String),
    marketCap: { value: 400, kind: 'marketCap', provider: 'dexscreener', observedAt: FIGURES_READ },
    liquidity: { value: 50, provider: 'dexscreener', observedAt: FIGURES_READ },
    lastShip: { evidenceId: expect.stringMatching(/^ship:/) },
  })
  expect(alpha).not.toHaveProperty('volume24h')
  expect(beta).toMatchObject({ token: { symbolDeclared: 'HOOD' }, marketCap: { kind: 'fdv' } })
  expect(gamma).not.toHaveProperty('token')
  expect(gamma).not.toHaveProperty('tokenVerification')
  expect(Object.keys(delta ?? {}).sort()).toEqual(
    [
      'slug',
      'name',
      'url',
      'status',
      'statusLabel',
      'activityMeasured',
      'liquidity',
      'publishedAt',
      'asOf',
      'claims',
    ].sort(),
  )
  expect(delta).toMatchObject({ status: 'UNKNOWN', liquidity: { value: 0 } })
})

test('[agents 43] names ignored parameters; query is an alias of q', async () => {
  const named = await service.get('/api/projects?foo=1&utm_source=x')
  expect([named.status, named.body['ignoredParameters']]).toEqual([200, ['foo', 'utm_source']])
  const [byName, byAlias] = [
    await service.get('/api/projects?q=alpha'),
    await service.get('/api/projects?query=alpha'),
  ]
  expect(byAlias.text).toBe(byName.text)
  for (const both of ['q=alpha&query=beta', 'query=alpha&q=alpha']) {
    const { status, body } = await service.get(`/api/projects?${both}`)
    expect([status, body['error'], body['detail']]).toEqual([
      400,
      'invalid_parameter',
      { parameter: 'q', expected: 'one value, given once, as `q` or `query`' },
    ])
  }
})

test('[agents 42] a POST to a list is 405 whatever its body', async () => {
  for (const payload of ['{', '<a/>', 'x'.repeat(200_000)]) {
    const answer = await service.server.inject({ method: 'POST', url: '/api/projects', payload })
    expect(answer.statusCode).toBe(405)
    expect(answer.json()).toMatchObject({ error: 'method_not_allowed' })
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
  }
})
