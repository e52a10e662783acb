import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { getRegistryListings } from '#records/attention/registry-listings.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { geckoterminalRegistry } from './registry.ts'

const yesterday = toInstant('2026-11-19T10:00:00Z')
const now = toInstant('2026-11-20T10:00:00Z')
const world = useProviderWorld()
let stored: StoredProject
let token: ContractAddress

beforeEach(async () => {
  token = nextAddress()
  stored = await storeProject({ kind: 'market', locator: `geckoterminal:${token}` }, world.database)
})

const account = (attributes: object): Scripted => ({
  body: JSON.stringify({ data: { id: `robinhood_${token}`, type: 'token', attributes } }),
})
const coin = (coingecko_coin_id: unknown) =>
  account({ address: token, coingecko_coin_id, price_usd: '2.5', market_cap_usd: '249000' })
const storedRows = async () =>
  (await getRegistryListings({ projectIds: [stored.projectId] }, world.database)).get(stored.projectId)

function readRegistry(answer: Scripted, at: Instant, locator = `geckoterminal:${token}`) {
  world.server.answer = () => answer
  const deps = { providers: { geckoterminalUrl: `${world.server.url}/` } }
  return readOnce(
    { collector: geckoterminalRegistry, stored, locator, now: at },
    { deps, database: world.database },
  )
}

test('a token that is listed and then delisted is one row with both times', async () => {
  expect(await readRegistry(coin('lumen'), yesterday)).toMatchObject({ outcome: 'fresh' })
  expect(world.server.asked.at(-1)).toBe(`/api/v2/networks/robinhood/tokens/${token}`)
  const row = { sourceId: stored.evidenceId, registry: 'coingecko' }
  const seen = { firstObservedAt: yesterday, observedAt: yesterday }
  expect(await storedRows()).toEqual([{ ...row, listed: true, registryId: 'lumen', ...seen }])
  expect(await readRegistry(coin(null), now)).toMatchObject({ outcome: 'fresh' })
  const gone = { listed: false, registryId: null, firstObservedAt: now, observedAt: now }
  expect(await storedRows()).toEqual([{ ...row, ...gone }])
})

test('stores presence only, no figure of the answer', async () => {
  await readRegistry(coin('lumen'), now)
  const rows = await world.database
    .selectFrom('registry_listings')
    .selectAll()
    .where('source_id', '=', stored.sourceId)
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/2\.5|249000/)
  const readings = await world.database.selectFrom('market_readings').select('id').execute()
  expect(readings).toEqual([])
})

test.each<[string, () => Scripted, string]>([
  ['404 with its own body', () => ({ status: 404, body: '{"errors":[{"status":"404"}]}' }), 'missing'],
  ['404 with another body', () => ({ status: 404, body: '<html>' }), 'unavailable'],
  ['the key missing', () => account({ address: token }), 'unavailable'],
  ['an empty text', () => coin(''), 'unavailable'],
  ['another type', () => coin(false), 'unavailable'],
  ['no data about a token', () => ({ body: '{"data":[]}' }), 'unavailable'],
  ['a body cut short', () => ({ body: '{"data":{"id":"rob' }), 'unavailable'],
  ['400', () => ({ status: 400, body: '{"errors":[]}' }), 'error'],
  ['refused', () => ({ status: 401, body: '{}' }), 'error'],
  ['a challenge', () => ({ status: 403, body: '<html>Just a moment</html>' }), 'unavailable'],
  ['429', () => ({ status: 429, headers: { 'retry-after': '300' }, body: '' }), 'rate_limited'],
  ['a server error', () => ({ status: 502, body: '' }), 'unavailable'],
])('%s: stores nothing and changes no stored row', async (_, answer, outcome) => {
  const collected = await readRegistry(answer(), yesterday)
  expect(collected).toMatchObject({ outcome, detail: expect.any(String) })
  expect(collected.coolOffUntil !== undefined).toBe(outcome === 'rate_limited')
  expect(await storedRows()).toBeUndefined()
  await readRegistry(coin('lumen'), yesterday)
  const before = await storedRows()
  expect(await readRegistry(answer(), now)).toMatchObject({ outcome })
  expect(await storedRows()).toEqual(before)
})

test('a locator of another provider is not read', async () => {
  const before = world.server.asked.length
  const collected = await readRegistry(coin('lumen'), now, `dexscreener:${token}`)
  expect(collected).toMatchObject({ outcome: 'error' })
  expect(world.server.asked.length).toBe(before)
})
