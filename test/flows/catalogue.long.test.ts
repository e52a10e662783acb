import { expect, test } from 'vitest'
import { CardFact, ProjectSort, ProjectTab } from '#contract/shapes/project-card.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())

type Card = Record<string, unknown> & { readonly slug: string; readonly status: string }
type Score = { readonly underTheRadar: { readonly value: string } }
type Figure = {
  readonly value: number
  readonly kind?: string
  readonly provider: string
  readonly observedAt: string
}

const operating = () => ({ database: world.service.database, now: world.service.clock.now() })

/** Every card of a list, to its end. */
async function listed(query = ''): Promise<readonly Card[]> {
  const cards: Card[] = []
  let next: unknown = 0
  let total: unknown
  while (typeof next === 'number') {
    const { status, body } = await world.get(`/api/projects?limit=7&offset=${next}${query}`)
    expect([query, status]).toEqual([query, 200])
    cards.push(...(body['items'] as readonly Card[]))
    total = body['total']
    next = body['nextOffset']
  }
  expect([query, total]).toEqual([query, cards.length])
  return cards
}
const slugs = (cards: readonly Card[]) => cards.map(({ slug }) => slug).toSorted()
const published = async () => {
  const rows = await world.service.database
    .selectFrom('projects')
    .select('slug')
    .where('state', '=', 'published')
    .execute()
  return rows.map(({ slug }) => String(slug)).toSorted()
}

test('every sort order lists each published project once', async () => {
  const expected = await published()
  expect(expected.length).toBeGreaterThan(20)
  for (const sort of ProjectSort.enum) expect(slugs(await listed(`&sort=${sort}`))).toEqual(expected)
})

test('a filter returns exactly the projects whose cards match it', async () => {
  const all = await listed()
  for (const status of ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN'])
    expect(slugs(await listed(`&status=${status}`))).toEqual(
      slugs(all.filter((card) => card.status === status)),
    )
  for (const fact of CardFact.enum) {
    const field = {
      verifiedToken: 'token',
      repository: 'slug',
      website: 'slug',
      package: 'slug',
      ship: 'lastShip',
    }
    const shown = Object(field)[fact] ?? fact
    for (const card of await listed(`&has=${fact}`)) {
      if (fact === 'release' || fact === 'deployment') continue
      expect(card, `${card.slug} has ${fact}`).toHaveProperty(shown)
    }
  }
  for (const fact of ['token', 'ship', 'marketCap', 'liquidity', 'volume24h', 'marketStatus']) {
    const shown = fact === 'ship' ? 'lastShip' : fact
    expect(slugs(await listed(`&has=${fact}`))).toEqual(slugs(all.filter((card) => shown in card)))
  }
})

test('market figures name their provider and time, sort by value within a kind, and are withheld for a dead market', async () => {
  const cards = await listed('&sort=marketCap')
  const figures = cards.map((card) => card['marketCap'] as Figure | undefined)
  const known = figures.flatMap((figure) => (figure === undefined ? [] : [figure]))
  expect(known.length).toBeGreaterThan(3)
  expect(known.length).toBeLessThan(figures.length)
  expect(figures.slice(0, known.length)).toEqual(known)
  const ranks = known.map(({ kind, value }) => [kind === 'marketCap' ? 0 : 1, -value] as const)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]))
  for (const { provider, observedAt } of known) {
    expect(['dexscreener', 'geckoterminal']).toContain(provider)
    expect(Date.parse(observedAt)).toBeGreaterThan(0)
  }
  const withheld = cards.filter((card) => 'valuationWithheld' in card)
  expect(slugs(withheld)).toContain('cinderforge')
  for (const card of withheld) expect(card).not.toHaveProperty('marketCap')
})

test('each tab lists the projects whose cards qualify', async () => {
  const all = await listed()
  const building = (card: Card) => ['SHIPPING', 'ACTIVE', 'RESUMED'].includes(card.status)
  expect(slugs(await listed('&tab=shipping-now'))).toEqual(
    slugs(all.filter(({ status }) => status === 'SHIPPING')),
  )
  expect(slugs(await listed('&tab=building-with-token'))).toEqual(
    slugs(
      all.filter((card) => building(card) && 'token' in card && card['tokenVerification'] !== 'MISMATCH'),
    ),
  )
  expect(slugs(await listed('&tab=new-on-hey'))).toEqual(await published())
  const still = await listed('&tab=still-building')
  expect(still.length).toBeGreaterThan(0)
  expect(still.every(building)).toBe(true)
  const most = (await listed('&tab=most-active')).map((card) => Number(card['meaningfulShips30d']))
  expect(most).toEqual(most.toSorted((a, b) => b - a))
  const radar = slugs(await listed('&tab=under-the-radar'))
  expect(radar.length).toBeGreaterThan(1)
  for (const { slug } of all) {
    const { score } = (await world.get(`/api/projects/${slug}`)).body as { score: Score }
    expect([slug, radar.includes(slug)]).toEqual([slug, score.underTheRadar.value === 'HELD'])
  }
  for (const tab of ProjectTab.enum) {
    const { body } = await world.get(`/api/projects?tab=${tab}`)
    expect([tab, body['available']]).toEqual([tab, true])
  }
})

test('the dossier, badge, suggestion and token lookup of each project agree with its card', async () => {
  for (const card of await listed()) {
    const dossier = (await world.get(`/api/projects/${card.slug}`)).body
    for (const field of [
      'name',
      'status',
      'researchLevel',
      'lastActivityAt',
      'meaningfulShips30d',
      'marketCap',
      'lastShip',
    ])
      expect([card.slug, field, dossier[field]]).toEqual([card.slug, field, card[field]])
    expect((dossier['sources'] as unknown[]).length > 0, card.slug).toBe(card.slug !== 'foxglove')
    expect((await world.get(`/badge/${card.slug}.svg`)).text).toContain(`${card['statusLabel']}</text>`)
    const token = card['token'] as { readonly contract: string } | undefined
    if (token === undefined) continue
    const lookup = (await world.get(`/api/token/4663/${token.contract}`)).body
    expect(lookup).toMatchObject({ status: 'published', activityLabel: card['statusLabel'] })
    const found = (await world.get(`/api/search/suggest?q=${token.contract}`)).body
    expect(found['items']).toEqual([expect.objectContaining({ contract: token.contract })])
  }
})

test('each ship states what it counts as, and its evidence ids resolve', async () => {
  const { body } = await world.get('/api/ships?limit=48')
  const ships = body['items'] as readonly Record<string, unknown>[]
  expect(ships).toHaveLength(48)
  const times = ships.map((ship) => Date.parse(String(ship['occurredAt'])))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const ship of ships) {
    expect('notCountedReason' in ship).toBe(ship['countsAs'] === null)
    expect(ship['notCountedReason']).not.toBe('not_evaluated')
    const source = Object(ship['source']).id as string
    for (const id of [String(ship['evidenceId']), source])
      expect([id, (await world.get(`/api/evidence/${id}`)).body['withdrawn']]).toEqual([id, false])
  }
})

test('hiding, publishing and renaming a project take effect in every list', async () => {
  const before = await listed()
  await hideProject({ slug: 'lumen' }, operating())
  expect(slugs(await listed())).toEqual(slugs(before).filter((slug) => slug !== 'lumen'))
  expect(slugs(await listed('&q=lumen'))).toEqual([])
  expect((await world.get('/api/ships?limit=48')).text).not.toContain('"lumen"')
  expect((await world.get('/api/search/suggest?q=lumen')).body).toMatchObject({ items: [] })
  await publishProject({ slug: 'lumen' }, operating())
  expect(slugs(await listed())).toEqual(slugs(before))
  await renameProject({ slug: 'lumen', newSlug: 'lumen-two' }, operating())
  await renameProject({ slug: 'lumen-two', newSlug: 'lumen-three' }, operating())
  expect(slugs(await listed('&q=lumen-two'))).toEqual(['lumen-three'])
  const moved = await world.get('/api/projects/lumen?x=1')
  expect([moved.status, moved.headers['location']]).toEqual([308, '/api/projects/lumen-three?x=1'])
})
