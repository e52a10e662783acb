import { afterEach, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { type FaultKind, faultKinds, type ProviderName } from '#sandbox/providers/faults/kinds.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld({ reading: ['lumen'] }))
const reads = readsOf(world)
/** Clears the faults, and lets the pauses for rate limits pass. */
afterEach(async () => {
  expect(await world.ask('/fault/clear', {})).toEqual({ standing: [] })
  await world.advance(2 * HOUR_MS)
})

/** The service's name of a provider of the sandbox. */
const OWN_NAMES: Partial<Record<ProviderName, string>> = {
  rpc: 'chain',
  explorer: 'blockscout',
  sites: 'site',
}
const nameOf = (provider: ProviderName) => OWN_NAMES[provider] ?? provider

type Reading = { readonly stream: string; readonly outcome: string; readonly detail: string | null }

/**
 * Moves the world on, so that there is something to read, and reads these projects. Returns the readings of one
 * provider.
 */
async function readingsOf(
  provider: ProviderName,
  slugs: readonly string[] = ['lumen'],
): Promise<readonly Reading[]> {
  await world.ask('/advance', { ms: HOUR_MS })
  await world.passClock(HOUR_MS)
  const since: Instant = world.service.clock.now()
  await world.settle(...slugs)
  return world.service.database
    .selectFrom('readings')
    .innerJoin('sources', 'sources.id', 'source_id')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select(['stream', 'outcome', 'detail'])
    .where('slug', 'in', slugs as readonly Slug[])
    .where('provider', '=', nameOf(provider))
    .where('attempted_at', '>=', since)
    .orderBy('stream')
    .execute()
}
async function readingsUnder(order: { provider: ProviderName; kind: FaultKind; maxBlocks?: number }) {
  await world.ask('/fault', order)
  return readingsOf(order.provider)
}
const outcomesIn = (readings: readonly Reading[]) => [
  ...new Set(readings.map(({ outcome }) => (outcome === 'not_modified' ? 'fresh' : outcome))),
]
const detailsIn = (readings: readonly Reading[]) => readings.flatMap(({ detail }) => detail ?? []).join('\n')

type Row = readonly [kind: FaultKind, provider: ProviderName, outcome: string, detail: RegExp]
const SHOWN: readonly Row[] = [
  ['not_found_page', 'github', 'unavailable', /no JSON/],
  ['not_found_text', 'explorer', 'unavailable', /no JSON/],
  ['not_found_json', 'geckoterminal', 'unavailable', /refused \(404\)/],
  ['server_error', 'geckoterminal', 'unavailable', /server error \(500\)/],
  ['reset', 'dexscreener', 'unavailable', /no connection/],
  ['truncated', 'github', 'unavailable', /not whole/],
  ['empty_body', 'sourcify', 'unavailable', /not whole/],
  ['error_in_200', 'sourcify', 'unavailable', /describes no contract/],
  ['wrong_type', 'explorer', 'unavailable', /no JSON/],
  ['empty', 'dexscreener', 'unavailable', /empty for/],
  ['unreadable_item', 'github', 'fresh', /partial: 1 item could not be read/],
  ['unreadable_item', 'geckoterminal', 'fresh', /partial: pools that could not be read: 1/],
  ['offset_dates', 'github', 'fresh', /^$/],
  ['foreign_links', 'github', 'fresh', /^(?!.*partial)/],
  ['broken_links', 'github', 'fresh', /partial: the link after 1 parts cannot be followed/],
  ['forbidden_limit', 'github', 'rate_limited', /limited \(403\)/],
  ['secondary_limit', 'github', 'rate_limited', /limited \(403\)/],
  ['too_many', 'geckoterminal', 'rate_limited', /limited \(429\)/],
  ['too_many_without_pause', 'dexscreener', 'rate_limited', /limited \(429\)/],
  ['challenge', 'sites', 'unavailable', /challenged \(403\)/],
  ['challenge_as_limit', 'sourcify', 'unavailable', /challenged \(429\)/],
  ['challenge_as_page', 'sites', 'unavailable', /challenged \(200\)/],
  ['too_many', 'sites', 'rate_limited', /limited \(429\)/],
  ['node_limit', 'rpc', 'rate_limited', /limit|credits|rate/],
]
/** Faults that the tests below show. */
const APART: readonly FaultKind[] = [
  'not_found',
  'limit_in_ms',
  'range_limit',
  'named_range',
  'pruned',
  'long_listing',
  'replaced',
]
/** Faults that other files show: garbage here, and below a slow site, a stale chain and a refused user agent. */
const GARBAGE = Object.entries(faultKinds).flatMap(([kind, { shows }]) =>
  shows.includes('R146') ? [kind] : [],
)
const ELSEWHERE: readonly string[] = ['slow', 'stale', 'refuse_agent', ...GARBAGE]

test('[R50] every fault is shown', () => {
  const shown = new Set([...SHOWN.map(([kind]) => kind), ...APART, ...ELSEWHERE])
  expect(Object.keys(faultKinds).filter((kind) => !shown.has(kind as FaultKind))).toEqual([])
})

test.each(SHOWN)('[R50] %s at %s is %s until it is cleared', async (kind, provider, outcome, detail) => {
  const under = await readingsUnder({ provider, kind })
  expect(outcomesIn(under)).toEqual([outcome])
  expect(detailsIn(under)).toMatch(detail)
  await world.ask('/fault/clear', { provider })
  await world.advance(2 * HOUR_MS)
  const after = await readingsOf(provider)
  expect(outcomesIn(after)).toEqual(['fresh'])
  expect(detailsIn(after)).not.toMatch(/partial/)
})

test('[R50] after a failure each stream is due within its cadence [R29]', async () => {
  await readingsUnder({ provider: 'geckoterminal', kind: 'server_error' })
  const now = msOf(world.service.clock.now())
  const streams = await world.service.database
    .selectFrom('source_streams')
    .innerJoin('sources', 'sources.id', 'source_id')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select(['due_at', 'cadence_seconds'])
    .where('slug', '=', 'lumen' as Slug)
    .where('provider', '=', 'geckoterminal')
    .execute()
  const late = streams.filter(({ due_at, cadence_seconds }) => msOf(due_at) - now > cadence_seconds * 1000)
  expect([streams.length, late]).toEqual([2, []])
})

test('[R50] limit_in_ms at the explorer pauses it until the reset [R36]', async () => {
  const under = await readingsUnder({ provider: 'explorer', kind: 'limit_in_ms' })
  expect(outcomesIn(under)).toEqual(['rate_limited'])
  const { cool_off_until } = await world.service.database
    .selectFrom('provider_budgets')
    .select('cool_off_until')
    .where('provider', '=', 'blockscout')
    .executeTakeFirstOrThrow()
  const pauseMs = msOf(cool_off_until ?? world.service.clock.now()) - msOf(world.service.clock.now())
  // The least pause is a minute; the reset is in 30 s.
  expect(pauseMs).toBeGreaterThan(0)
  expect(pauseMs).toBeLessThanOrEqual(60_000)
})

test.each<FaultKind>(['range_limit', 'named_range'])(
  '[R50] %s at the node is narrowed until it answers [R39]',
  async (kind) => {
    const cursor = await reads.head()
    const upgrades = [await world.act('upgrade', 'gantry'), await world.act('upgrade', 'gantry')]
    await world.ask('/fault', { provider: 'rpc', kind, maxBlocks: 1 })
    const under = await readingsOf('rpc', ['gantry'])
    expect(outcomesIn(under.filter(({ stream }) => stream === 'upgrades'))).toEqual(['fresh'])
    const events = (await reads.changesAfter(cursor, 'gantry')).filter(
      ({ type }) => type === 'contract.implementation_changed',
    )
    const made = upgrades.map(({ details }) => String((details as Upgrade).implementation).toLowerCase())
    expect(events.map(({ facts }) => facts['implementation'])).toEqual(made)
  },
)
type Upgrade = { readonly implementation: string }

test('[R50] pruned leaves unknown what needs old state, and the rest is read [R40]', async () => {
  await world.act('deploy', 'lumen')
  const under = await readingsUnder({ provider: 'rpc', kind: 'pruned', maxBlocks: 1 })
  expect(detailsIn(under)).toMatch(/no archive node: nothing is known before block \d+/)
  expect(outcomesIn(under)).toContain('fresh')
})

test('[R50] long_listing at the explorer is read to its end [R37]', async () => {
  const under = await readingsUnder({ provider: 'explorer', kind: 'long_listing' })
  expect(outcomesIn(under)).toEqual(['fresh'])
})

test('[R50] not_found of everything is a failure of the provider, not of its sources [R28]', async () => {
  const slugs = ['lumen', 'gantry', 'copperleaf', 'stackyard', 'thistledown']
  const before = outcomesIn(await readingsOf('github', slugs))
  await world.ask('/fault', { provider: 'github', kind: 'not_found' })
  await readingsOf('github', slugs)
  const again = await readingsOf('github', slugs)
  expect(outcomesIn(again)).toEqual(['unavailable'])
  expect(detailsIn(again)).toContain('while the provider fails')
  await world.ask('/fault/clear', {})
  await readingsOf('github', slugs)
  expect(outcomesIn(await readingsOf('github', slugs)).toSorted()).toEqual(before.toSorted())
})

test('[R50] long_listing at GitHub is read over several readings [R34]', async () => {
  const under = await readingsUnder({ provider: 'github', kind: 'long_listing' })
  expect(outcomesIn(under)).toEqual(['fresh'])
  expect(detailsIn(under)).toContain('the first 10 parts')
  await readingsOf('github')
  const { count } = await world.service.database
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('slug', '=', 'lumen' as Slug)
    .where('ships.kind', '=', 'release')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThanOrEqual(1700)
})

test('[R50] replaced answers what it was given, and a family fails as one', async () => {
  const replacement = { status: 200, headers: { 'x-odd': '1' }, body: '[{"id":{"__proto__":1}}]' }
  const order = { provider: 'github', kind: 'replaced', match: '/releases', replacement }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-odd': '1' }
  expect(await world.ask('/fault', order)).toMatchObject({
    standing: [{ ...order, replacement: { ...replacement, headers } }],
  })
  expect(detailsIn(await readingsOf('github'))).toMatch(/partial: 1 item could not be read/)
  await world.ask('/fault/clear', { provider: 'code' })
  await world.ask('/fault', { provider: 'markets', kind: 'reset' })
  for (const provider of ['dexscreener', 'geckoterminal'] as const)
    expect(outcomesIn(await readingsOf(provider))).toEqual(['unavailable'])
  const seen = await world.ask('/observe', { provider: 'dexscreener', path: '/latest/dex/search?q=LUM' })
  expect(seen).toMatchObject({ status: expect.any(Number), body: expect.any(String) })
})
