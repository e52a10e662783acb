import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { ShipKind } from '#contract/enums.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, HOUR_MS, msOf, toInstant } from '#contract/time.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { getChainProgress } from '#records/collecting/chain-progress.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld({ reading: ['gantry', 'copperleaf', 'stackyard', 'lumen'] }))
const reads = readsOf(world)

type Done = { readonly details: Readonly<Record<string, unknown>> }
const act = async (action: string, slug: string) => ((await world.act(action, slug)) as Done).details
const lower = (address: unknown) => String(address).toLowerCase()
const ofType = (changes: readonly Change[], type: string) => changes.filter((change) => change.type === type)
const contractAt = (address: string) =>
  world.service.database
    .selectFrom('contracts')
    .selectAll()
    .where('address', '=', address as ContractAddress)
    .executeTakeFirstOrThrow()
const standingShips = (slug: string, kind: ShipKind) =>
  world.service.database
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select(['ships.id', 'ships.occurred_at', 'ships.counts_as'])
    .where('slug', '=', slug as Slug)
    .where('ships.kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()

test('[case 31] two upgrades in one block are two live events in log order, and the later one is the implementation [contract delivered type contract.implementation_changed]', async () => {
  const cursor = await reads.head()
  const { address, implementations } = await act('upgrade-twice-in-block', 'gantry')
  const [first, second] = (implementations as string[]).map(lower)
  await world.settle('gantry')
  const events = ofType(await reads.changesAfter(cursor, 'gantry'), 'contract.implementation_changed')
  expect(events).toMatchObject([
    { origin: 'live', precision: 'EXACT', facts: { contract: lower(address), implementation: first } },
    { origin: 'live', precision: 'EXACT', facts: { implementation: second, previousImplementation: first } },
  ])
  expect(events[1]?.occurredAt).toBe(events[0]?.occurredAt)
  expect(events[1]?.facts['block']).toBe(events[0]?.facts['block'])
  const logs = events.map(({ id }) => Number(id.split(':').at(-1)))
  expect(logs[1]).toBeGreaterThan(logs[0] ?? Number.NaN)
  expect(await contractAt(lower(address))).toMatchObject({ implementation: second })
  const upgrades = (await standingShips('gantry', 'upgrade')).filter(
    ({ occurred_at }) => occurred_at === events[0]?.occurredAt,
  )
  expect(upgrades).toHaveLength(2)
  expect(upgrades.flatMap(({ counts_as }) => counts_as ?? [])).toEqual(['upgrade'])
  expect((await reads.card('gantry'))['latest_deployment']).toMatchObject({
    timestamp: events[0]?.occurredAt,
  })
  const receipt = await reads.receipt(String(events[1]?.evidence[0]))
  expect(receipt).toMatchObject({ withdrawn: false })
})

test('[case 32] an upgrade undone in the same transaction is two events, and reading the slot adds none', async () => {
  const { address } = await act('upgrade', 'gantry')
  const events = ofType(await reads.changesAfter('c1.0', 'gantry'), 'contract.implementation_changed').filter(
    ({ facts }) => facts['contract'] === lower(address),
  )
  const byTransaction = Map.groupBy(events, ({ facts }) => facts['transaction'])
  const [there, back, ...others] = [...byTransaction.values()].find((group) => group.length === 2) ?? []
  expect(others).toEqual([])
  expect(there?.facts['previousImplementation']).toBe(back?.facts['implementation'])
  expect(back?.facts['previousImplementation']).toBe(there?.facts['implementation'])
  expect(events.filter(({ precision }) => precision !== 'EXACT')).toEqual([])
})

test('[case 33] [R62] a slot changed without a log is one undated event and ship on every surface, however often it is read', async () => {
  const cursor = await reads.head()
  const { address, implementation } = await act('upgrade-quietly', 'copperleaf')
  await world.settle('copperleaf')
  await world.advance(HOUR_MS)
  await world.settle('copperleaf')
  const events = ofType(await reads.changesAfter(cursor, 'copperleaf'), 'contract.implementation_changed')
  expect(events).toMatchObject([
    {
      revision: 1,
      origin: 'live',
      occurredAt: null,
      precision: 'OBSERVED',
      facts: { contract: lower(address), implementation: lower(implementation) },
    },
  ])
  expect(events[0]?.id).toMatch(new RegExp(`^impl:4663:${lower(address)}:rpc:[0-9a-f-]{36}$`))
  const { latest_deployment: shown } = await reads.card('copperleaf')
  expect(shown).toMatchObject({ kind: 'upgrade', timestamp: null })
  const id = String((shown as { evidence_id: unknown }).evidence_id)
  expect((await reads.receipt(id))['occurredAt']).toBeNull()
  const { body } = await world.get('/api/ships?project=copperleaf&kind=upgrade')
  expect(
    (body['items'] as { evidenceId: string }[]).find(({ evidenceId }) => evidenceId === id),
  ).toMatchObject({
    occurredAt: null,
    precision: 'OBSERVED',
  })
})

test('[R63] a slot changed while its source was detached is not live, and one changed since is', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'svc-catalogue-'))
  const yaml = await readFile(join(world.sandbox.catalogueDir, 'copperleaf.yaml'), 'utf8')
  const file = parse(yaml) as { sources: readonly { kind: string; locator: string }[] }
  const apply = async (sources: typeof file.sources) => {
    await writeFile(join(directory.path, 'copperleaf.yaml'), stringify({ ...file, sources }))
    const { database, clock, config } = world.service
    const { lockers } = config.providers
    await applyCatalogue(directory.path, { database, now: clock.now(), lockers })
    await world.settle('copperleaf')
  }
  const cursor = await reads.head()
  await apply(file.sources.filter(({ kind }) => kind !== 'contract'))
  await act('upgrade-quietly', 'copperleaf')
  await apply(file.sources)
  await world.advance(HOUR_MS)
  await act('upgrade-quietly', 'copperleaf')
  await world.settle('copperleaf')
  const events = ofType(await reads.changesAfter(cursor, 'copperleaf'), 'contract.implementation_changed')
  const between = { from: expect.any(String), to: events.at(-1)?.detectedAt }
  expect(events.slice(-2)).toMatchObject([
    { origin: 'backfill', occurredAt: null, precision: 'OBSERVED' },
    { origin: 'live', occurredAt: null, precision: 'OBSERVED', facts: { between } },
  ])
  expect(events.slice(0, -1).filter(({ origin }) => origin === 'live')).toEqual([])
})

test('the verified source of the current implementation is read, and that of a former one goes on being read', async () => {
  const first = await act('upgrade-quietly', 'copperleaf')
  await world.settle('copperleaf')
  const second = await act('upgrade-quietly', 'copperleaf')
  const cursor = await reads.head()
  await world.settle('copperleaf')
  const explored = await world.service.database
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['locator', 'detached_at'])
    .where('slug', '=', 'copperleaf' as Slug)
    .where('sources.kind', '=', 'explorer')
    .execute()
  const standing = new Map(explored.map((row) => [row.locator, row.detached_at === null]))
  for (const provider of ['blockscout', 'sourcify']) {
    expect(standing.get(`${provider}:${lower(first['implementation'])}`)).toBe(true)
    expect(standing.get(`${provider}:${lower(second['implementation'])}`)).toBe(true)
  }
  const verified = ofType(await reads.changesAfter(cursor, 'copperleaf'), 'contract.source_verified')
  expect(verified).toMatchObject([
    { origin: 'backfill', facts: { contract: lower(second['implementation']) } },
  ])
  expect(await reads.receipt(String(verified[0]?.id))).toMatchObject({ withdrawn: false })
})

test('[case 34] one beacon upgrade is an event for each contract behind it, all from one log', async () => {
  const cursor = await reads.head()
  const { implementation } = await act('upgrade', 'stackyard')
  await world.settle('stackyard')
  const events = ofType(await reads.changesAfter(cursor, 'stackyard'), 'contract.implementation_changed')
  expect(events).toHaveLength(4)
  expect(new Set(events.map(({ facts }) => facts['contract'])).size).toBe(4)
  expect(new Set(events.map(({ facts }) => facts['implementation']))).toEqual(
    new Set([lower(implementation)]),
  )
  expect(new Set(events.map(({ id }) => id.split(':').slice(-2).join(':'))).size).toBe(1)
  expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set(['live']))
  const token = await reads.tokenOf('stackyard')
  expect(events.map(({ facts }) => facts['contract'])).toContain(token)
})

test('[case 35] a deployment replaced before its block is safe is never announced', async () => {
  const { address } = await act('deploy-pending', 'gantry')
  const announced = async () =>
    (await reads.changesAfter('c1.0', 'gantry')).filter(({ facts }) => facts?.['contract'] === lower(address))
  await world.settle('gantry')
  expect(await announced()).toEqual([])
  await world.ask('/chain/reorg', { depth: 1, dropDeployment: 'gantry' })
  await world.advance(HOUR_MS)
  await world.settle('gantry')
  expect(await announced()).toEqual([])
  const recorded = await world.service.database
    .selectFrom('contracts')
    .select('address')
    .where('address', '=', lower(address) as ContractAddress)
    .execute()
  expect(recorded).toEqual([])
})

test('[case 35] an announced deployment that is replaced is retracted, and a new one at the same address is a new event', async () => {
  const { address } = await act('deploy', 'lumen')
  const cursor = await reads.head()
  await world.settle('lumen')
  const [event, ...more] = ofType(await reads.changesAfter(cursor, 'lumen'), 'contract.followup_deployed')
  expect(more).toEqual([])
  expect(event).toMatchObject({ origin: 'live', facts: { contract: lower(address) } })
  expect((await reads.card('lumen'))['latest_deployment']).toMatchObject({ timestamp: event?.occurredAt })
  const gone = await reads.head()
  await world.ask('/chain/reorg', { depth: 4, dropDeployment: 'lumen' })
  await world.settle('lumen')
  expect((await reads.changesAfter(gone, 'lumen')).filter(({ op }) => op === 'retract')).toEqual([
    { id: event?.id, revision: 2, op: 'retract', recordedAt: expect.any(String) },
  ])
  expect(await reads.receipt(String(event?.evidence[0]))).toMatchObject({ withdrawn: true })
  const anew = await reads.head()
  await world.advance(HOUR_MS)
  expect((await act('deploy', 'lumen'))['address']).toBe(address)
  await world.settle('lumen')
  const [again, ...others] = ofType(await reads.changesAfter(anew, 'lumen'), 'contract.followup_deployed')
  expect(others).toEqual([])
  expect(again).toMatchObject({ revision: 1, origin: 'live', facts: { contract: lower(address) } })
  expect(again?.id).not.toBe(event?.id)
})

test('[case 36] a failed log query leaves the cursor at the last complete block, and the next run misses and repeats nothing', async () => {
  const cursor = await reads.head()
  const done = [await act('upgrade', 'gantry'), await act('upgrade', 'gantry')]
  const { project_id } = await contractAt(lower(done[0]?.['address']))
  const progress = async () => {
    const source = await world.service.database
      .selectFrom('sources')
      .select('id')
      .where('project_id', '=', project_id)
      .where('kind', '=', 'contract')
      .where('locator', '=', lower(done[0]?.['address']))
      .executeTakeFirstOrThrow()
    const known = await getChainProgress([`upgrades:${source.id}`], world.service.database)
    return known.get(`upgrades:${source.id}`)?.blockNumber
  }
  const block = Number(done[1]?.['block'])
  const at = `0x${block.toString(16)}`
  await world.ask('/fault', { provider: 'rpc', kind: 'range_limit', maxBlocks: 1 })
  await world.ask('/fault', { provider: 'rpc', kind: 'server_error', match: `"fromBlock":"${at}"` })
  await world.settle('gantry')
  expect(await progress()).toBe(block - 1)
  await world.ask('/fault/clear', { provider: 'rpc' })
  await world.advance(HOUR_MS)
  await world.settle('gantry')
  expect(await progress()).toBeGreaterThanOrEqual(block)
  const events = ofType(await reads.changesAfter(cursor, 'gantry'), 'contract.implementation_changed')
  expect(events.map(({ facts }) => facts['implementation'])).toEqual(
    done.map(({ implementation }) => lower(implementation)),
  )
})

test('[R40] while no node keeps the blocks of a deployment, no number counts without it and no list is whole', async () => {
  const ships = async () => {
    const { body } = await world.get('/api/projects/gantry/snapshot')
    return Object(body['build']).meaningfulShips30d
  }
  const contracts = async () => (await world.get('/api/projects/gantry/contracts')).body
  await world.settle('gantry')
  const before = { ships: await ships(), contracts: await contracts() }
  expect(before).toMatchObject({ ships: expect.any(Number), contracts: { state: 'MEASURED' } })

  await world.ask('/fault', { provider: 'rpc', kind: 'pruned', maxBlocks: 2 })
  await act('deploy', 'gantry')
  await world.advance(10 * 60_000)
  await world.settle('gantry')
  expect(await ships()).toBeUndefined()
  const { total } = before.contracts
  expect(await contracts()).toMatchObject({ state: 'SOURCE_UNAVAILABLE', total })

  await world.ask('/fault/clear', { provider: 'rpc' })
  // A node that lacks old state is not asked for it for an hour.
  await world.advance(2 * HOUR_MS)
  await world.settle('gantry')
  expect(await ships()).toBeGreaterThanOrEqual(before.ships)
  expect(await contracts()).toMatchObject({ state: 'MEASURED', total: Number(total) + 1 })
})

test('a lock that is taken out early, and that its locker then forgets, is withdrawn, and its unlock is not due any more', async () => {
  const locked = await act('lock', 'lumen')
  await world.settle('lumen')
  const cursor = await reads.head()
  const { lockId } = await act('exit-lock', 'lumen')
  expect(lockId).toBe(locked['lockId'])
  await world.settle('lumen')
  const changes = await reads.changesAfter(cursor, 'lumen')
  const [withdrawn, ...others] = ofType(changes, 'lock.withdrawn')
  expect(others).toEqual([])
  expect(withdrawn).toMatchObject({ origin: 'live', facts: { unlockAt: expect.any(String) } })
  const retracted = changes.filter(({ op }) => op === 'retract').map(({ id }) => id)
  expect(retracted).toEqual([expect.stringMatching(`:${String(lockId)}:due:`)])
  const { body } = await world.get('/api/projects/lumen/snapshot')
  expect(body).toMatchObject({
    locks: { state: 'MEASURED', total: 1, items: [{ withdrawn: true, observedAt: withdrawn?.detectedAt }] },
  })
})

test('[case 39] extending a lock after its unlock was due retracts that event, and the new date is due again later', async () => {
  const cursor = await reads.head()
  const { unlockAt } = await act('lock', 'lumen')
  await world.settle('lumen')
  const first = await reads.changesAfter(cursor, 'lumen')
  const [due] = ofType(first, 'lock.unlock_due')
  expect(due).toMatchObject({ origin: 'live', precision: 'SCHEDULED' })
  expect(msOf(toInstant(String(due?.occurredAt)))).toBe(
    Math.floor(Date.parse(String(unlockAt)) / 1000) * 1000,
  )
  const [observed] = ofType(first, 'lock.observed')
  await world.advance(3 * DAY_MS)
  const extended = await reads.head()
  await act('extend-lock', 'lumen')
  await world.settle('lumen')
  const second = await reads.changesAfter(extended, 'lumen')
  expect(second.filter(({ op }) => op === 'retract').map(({ id }) => id)).toEqual([due?.id])
  const later = addMs(toInstant(String(due?.occurredAt)), 30 * DAY_MS)
  expect(ofType(second, 'lock.observed')).toMatchObject([
    { id: observed?.id, revision: 2, facts: { unlockAt: later } },
  ])
  expect(ofType(second, 'lock.unlock_due')).toEqual([])
  await world.advance(27 * DAY_MS)
  const [again, ...others] = ofType(await reads.changesAfter(extended, 'lumen'), 'lock.unlock_due')
  expect(others).toEqual([])
  expect(again).toMatchObject({ revision: 1, origin: 'live', occurredAt: later, precision: 'SCHEDULED' })
  expect(again?.id).not.toBe(due?.id)
})
