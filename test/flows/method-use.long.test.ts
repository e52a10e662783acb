import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addDays, DAY_MS, dateOf, HOUR_MS, instantOfMs, msOf, startOfDate } from '#contract/time.ts'
import { callsOver } from '#domain/contracts/contract-use.ts'
import { hideProject } from '#operator/projects.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld({ reading: ['gantry'] }))
const reads = readsOf(world)

type Done = {
  readonly details: { readonly contract: string; readonly block: number; readonly method: string }
}
const act = async (action: string, slug: string) =>
  ((await world.act(action, slug)) as unknown as Done).details
const ofType = (changes: readonly Change[], type: string) => changes.filter((change) => change.type === type)
const useOf = async (slug: string, contract: string) => {
  const { id } = await world.service.database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', slug as Slug)
    .executeTakeFirstOrThrow()
  const uses = await getContractUse({ projectIds: [id], days: 400, sources: 'ever' }, world.service.database)
  const use = uses.get(id)?.find((one) => one.contract === contract.toLowerCase())
  if (use === undefined) throw new Error(`no use of ${contract}`)
  return use
}
const blockTime = async (block: number) => {
  const response = await fetch(world.service.config.providers.rpcUrls[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [`0x${block.toString(16)}`, false],
    }),
  })
  const { result } = (await response.json()) as { result: { timestamp: string } }
  return instantOfMs(Number.parseInt(result.timestamp, 16) * 1000)
}

test('calls before the first run are named, dated by their blocks, and never live', async () => {
  const events = ofType(await reads.changesAfter('c1.0', 'lumen'), 'contract.method_first_observed')
  expect(events.map(({ facts }) => facts['method']).toSorted()).toEqual([
    'deposit(uint256)',
    'endorse(uint256)',
    'publish(string)',
  ])
  expect(new Set(events.map(({ precision }) => precision))).toEqual(new Set(['EXACT']))
  expect(events.filter(({ origin }) => origin === 'live')).toEqual([])
})

test('the first call of a method is an event with its block time; a second call and a failed call add none', async () => {
  const cursor = await reads.head()
  const first = await act('call-untouched', 'gantry')
  await act('call-in-vain', 'gantry')
  await world.settle('gantry')
  const [event, ...others] = ofType(
    await reads.changesAfter(cursor, 'gantry'),
    'contract.method_first_observed',
  )
  expect(others).toEqual([])
  expect(event).toMatchObject({
    origin: 'live',
    precision: 'EXACT',
    occurredAt: await blockTime(first.block),
    revision: 1,
    facts: { method: 'setFee(uint256)', block: first.block, contract: first.contract.toLowerCase() },
  })
  const receipt = await reads.receipt(String(event?.id))
  expect(receipt).toMatchObject({
    kind: 'method',
    withdrawn: false,
    claim: 'FACT',
    occurredAt: event?.occurredAt,
    recorded: { method: 'setFee(uint256)', calls: 1, collectedFrom: expect.any(String) },
  })
  expect((receipt['recorded'] as Record<string, unknown>)['scope']).toContain('up to the safe block')
  expect(JSON.stringify(receipt)).not.toMatch(/"from"|caller/)
  const again = await reads.head()
  await act('call-untouched', 'gantry')
  await world.settle('gantry')
  expect(await reads.changesAfter(again, 'gantry')).toEqual([])
  expect(await reads.receipt(String(event?.id))).toMatchObject({ recorded: { calls: 2 } })
})

test('a day on which the explorer was not read is unknown, not zero, until it is read', async () => {
  const { contract } = await act('call', 'gantry')
  await world.settle('gantry')
  await world.ask('/fault', { provider: 'explorer', kind: 'server_error' })
  await world.advance(3 * DAY_MS)
  const missed = addDays(dateOf(world.service.clock.now()), -1)
  const callsOn = async () => callsOver(await useOf('gantry', contract), { from: missed, days: 1 })
  expect(await callsOn()).toEqual({ unknown: 'NOT_ENOUGH_YET' })
  await world.ask('/fault/clear', { provider: 'explorer' })
  await world.advance(7 * HOUR_MS)
  await world.settle('gantry')
  const { collected } = await useOf('gantry', contract)
  expect(msOf(collected?.to ?? world.service.clock.now())).toBeGreaterThanOrEqual(
    msOf(startOfDate(addDays(missed, 1))),
  )
  expect(await callsOn()).toEqual({ calls: 0, methods: [] })
})

test('the tombstones and the receipt of a hidden project name nothing', async () => {
  const events = ofType(await reads.changesAfter('c1.0', 'gantry'), 'contract.method_first_observed')
  expect(events.length).toBeGreaterThan(1)
  const cursor = await reads.head()
  await hideProject({ slug: 'gantry' }, { database: world.service.database, now: world.service.clock.now() })
  const { body } = await world.get(`/api/changes?limit=100&after=${cursor}`)
  const tombstones = body['items'] as readonly Change[]
  const ids = new Set(events.map(({ id }) => id))
  const gone = tombstones.filter(({ id }) => ids.has(id))
  expect(gone).toHaveLength(events.length)
  for (const tombstone of gone)
    expect(Object.keys(tombstone).toSorted()).toEqual(['id', 'op', 'recordedAt', 'revision'])
  const receipt = await reads.receipt(String(events[0]?.id))
  expect(receipt).toEqual({ id: events[0]?.id, kind: 'method', withdrawn: true })
})
