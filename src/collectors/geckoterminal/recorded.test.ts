import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getMarketReadings } from '#records/market/readings.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { useProviderWorld } from '#test/providers/provider-world.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { geckoterminalRegistry } from './registry.ts'
import { geckoterminalToken } from './token.ts'

const recorded = await recordedAnswers('geckoterminal')
const now = toInstant('2026-11-20T10:00:00Z')
const token = `0x${'0'.repeat(38)}a1` as ContractAddress
const world = useProviderWorld()
let stored: StoredProject

beforeEach(async () => {
  await world.database.deleteFrom('market_readings').execute()
  await world.database.deleteFrom('registry_listings').execute()
  stored = await storeProject({ kind: 'market', locator: `market:${token}` }, world.database)
})

const named = (name: string) => answerNamed(name, recorded)
/** Reads once: `pools` answers the listing, `about` the token itself. */
function read(
  collector: typeof geckoterminalToken,
  answers: { pools: Scripted; about: Scripted },
  position?: unknown,
) {
  world.server.answer = ({ url = '' }) => (url.includes('/pools') ? answers.pools : answers.about)
  const deps = { providers: { geckoterminalUrl: world.server.url } }
  const one = { collector, stored, locator: `geckoterminal:${token}`, now, position }
  return readOnce(one, { deps, database: world.database })
}
const readPools = (pools: Scripted, about: Scripted = named('token')) =>
  read(geckoterminalToken, { pools, about })
const readListing = (about: Scripted) => read(geckoterminalRegistry, { pools: about, about })
const storedRows = () =>
  getOfProject(
    {
      projectId: stored.projectId,
      get: ({ projectIds }, reader) => getMarketReadings({ projectIds, now }, reader),
    },
    world.database,
  )
const storedListings = () =>
  world.database.selectFrom('registry_listings').select(['listed', 'registry_id']).execute()

const UNKNOWN = {
  priceUsd: null,
  liquidityUsd: null,
  volume24hUsd: null,
  trades24h: null,
  valuation: null,
}
const READ: readonly (readonly [name: string, partial: string | undefined, figures: object])[] = [
  [
    'pools',
    undefined,
    {
      pools: 2,
      priceUsd: 0.001933,
      liquidityUsd: 126_120.6004 + 21_871.19,
      trades24h: 1470,
      valuation: { usd: 1_933_554, kind: 'fdv' },
    },
  ],
  ['pools-with-nulls', undefined, { ...UNKNOWN, pools: 1 }],
  ['partly-unreadable', 'pools that could not be read: 1', { ...UNKNOWN, pools: 1 }],
]
const NONE: readonly (readonly [name: string, outcome: string, detail: string])[] = [
  ['no-pools', 'missing', 'no pool with the token as base'],
  ['not-found', 'missing', 'not listed (404)'],
  ['placeholder', 'unavailable', 'none of 1 pools could be read'],
  ['bad-request', 'error', 'refused (400)'],
  ['key-wanted', 'error', 'refused (401)'],
  ['internal-error', 'unavailable', 'server error (500)'],
  ['unavailable', 'unavailable', 'server error (503)'],
  ['cut', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['empty-body', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
]
const LIMITS: readonly (readonly [name: string, pauseMs: number | undefined])[] = [
  ['limit', undefined],
  ['limit-with-pause', 120_000],
]
const LISTINGS: readonly (readonly [name: string, row: object])[] = [
  ['token', { listed: false, registry_id: null }],
  ['listed-token', { listed: true, registry_id: 'lumen' }],
]

test('every recorded answer is used, and names its source', () => {
  expectAllUsed(
    [...[...READ, ...NONE, ...LIMITS, ...LISTINGS].map(([name]) => name), 'pools-multi', 'tokens-multi'],
    recorded,
  )
})

test.each(READ)('an answer %s is read, partial: %s', async (name, partial, figures) => {
  const collected = await readPools(named(name))
  expect(collected).toMatchObject({ outcome: 'fresh' })
  expect(collected.partial).toBe(partial)
  expect(await storedRows()).toMatchObject([figures])
})

test.each(NONE)('[R27] [R30] an answer %s is %s and stores no figure', async (name, outcome, detail) => {
  expect(await readPools(named(name))).toMatchObject({ outcome, detail })
  expect(await storedRows()).toEqual([])
})

test.each(LIMITS)('[R35] an answer %s pauses for %s ms', async (name, pauseMs) => {
  const collected = await readPools(named(name))
  expect(collected).toMatchObject({ outcome: 'rate_limited' })
  expect(collected.coolOffUntil).toBe(pauseMs === undefined ? undefined : addMs(now, pauseMs))
})

test.each(LISTINGS)('an answer %s says whether CoinGecko lists the token', async (name, row) => {
  expect(await readListing(named(name))).toMatchObject({ outcome: 'fresh' })
  expect(await storedListings()).toEqual([row])
})

test.each(NONE.filter(([name]) => name !== 'no-pools' && name !== 'placeholder'))(
  '[R27] [R30] an answer %s about the token is %s and no listing',
  async (name, outcome) => {
    expect(await readListing(named(name))).toMatchObject({ outcome })
    expect(await storedListings()).toEqual([])
  },
)

test.each(PROXY_CASES)('[R27] a proxy’s answer %s is %s', async (_, outcome, answer) => {
  expect(await readPools(answer)).toMatchObject({ outcome })
  expect(await readListing(answer)).toMatchObject({ outcome })
  expect(await storedRows()).toEqual([])
  expect(await storedListings()).toEqual([])
})

test('[R54] an answer about many pools is read as their listing is', async () => {
  const listed = await readPools(named('pools'))
  const before = await storedRows()
  await world.database.deleteFrom('market_readings').execute()
  const asked = world.server.asked.length
  const collected = await read(
    geckoterminalToken,
    { pools: named('pools-multi'), about: named('token') },
    listed.position,
  )
  expect(collected).toMatchObject({ outcome: 'fresh' })
  expect(world.server.asked.slice(asked)).toEqual([expect.stringContaining('/pools/multi/0x')])
  expect(await storedRows()).toEqual(before)
})

test('[R54] an answer about many tokens says which of them CoinGecko lists', async () => {
  expect(await readListing(named('tokens-multi'))).toMatchObject({ outcome: 'fresh' })
  expect(world.server.asked.at(-1)).toContain('/tokens/multi/')
  expect(await storedListings()).toEqual([{ listed: false, registry_id: null }])
})
