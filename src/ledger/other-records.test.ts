import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf, toInstant } from '#contract/time.ts'
import * as given from '#test/given/records.ts'
import { aWatchedProject, fileLedger, revisionsOf, runFor } from '#test/webhooks/ledger.ts'
import { runLedger } from './write.ts'

const NOW = given.DEFAULT_NOW
const TOKEN = given.addressOf(0xc)
const { database } = await fileLedger()

/** A project with a token of its own, a source for it and a locker read since August. */
async function aTokenProject(n: number) {
  const { project } = await aWatchedProject(database)
  const token = given.addressOf(n)
  await given.aToken({ project_id: project.id, address: token }, database)
  const own = { project_id: project.id, attached_at: toInstant('2026-08-12T12:00:00Z') }
  const source = await given.aSource({ ...own, kind: 'token', locator: token }, database)
  await given.aStream(
    { source_id: source.id, stream: 'proxy', provider: 'rpc', coverage: 'present_state' },
    database,
  )
  const locker = await given.aSource(
    { ...own, kind: 'locker', counted: false, not_counted_reason: 'locks' },
    database,
  )
  await given.aStream(
    { source_id: locker.id, stream: 'locks', provider: 'rpc', coverage: 'present_state' },
    database,
  )
  return { id: project.id, token, source, locker }
}

test('the launch is backfill; a follow-up deployment of a watched deployer is live [case 35]: dropped, then included again', async () => {
  const { id, token, source } = await aTokenProject(0xc)
  const own = { project_id: id, source_id: source.id }
  const launched = { role: 'token', created_at: toInstant('2026-08-01T10:00:00Z') }
  await given.aContract({ ...own, ...launched, address: token }, database)
  const address = given.addressOf(0xc2)
  const deployment = { ...own, kind: 'deployment', title: address, version: null }
  const dropped = await given.aShip({ ...deployment, natural_key: `4663:${address}:100` }, database)
  await given.aContract({ ...own, address }, database)
  await runFor(id, database)
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'reorged' }
  await database
    .updateTable('ships')
    .set(withdrawn)
    .where('id', '=', dropped.id ?? '')
    .execute()
  const anew = await given.aShip({ ...deployment, natural_key: `4663:${address}:101` }, database)
  await runFor(id, database)
  expect(await revisionsOf(id, database)).toMatchObject([
    { id: `${source.evidence}:deployed`, type: 'contract.deployed', origin: 'backfill', contract: token },
    { id: dropped.evidence, type: 'contract.followup_deployed', origin: 'live', contract: address },
    { id: dropped.evidence, revision: 2, op: 'retract', retracted_because: 'withdrawn' },
    { id: anew.evidence, revision: 1, origin: 'live', contract: address },
  ])
})

test('[case 31] [case 32] [case 33] upgrades of one block in order; a slot change gains its block by revision; [R63] one from before the source was attached is not live', async () => {
  const { id, source } = await aTokenProject(0xd)
  const own = { project_id: id, source_id: source.id, contract: given.addressOf(0xd) }
  await given.anImplementation({ ...own, log_index: 10 }, database)
  await given.anImplementation({ ...own, log_index: 9 }, database)
  const key = `4663:${own.contract}:rpc:00000000-0000-5000-8000-000000000001`
  const slot = {
    basis: 'slot',
    block_number: null,
    block_time: null,
    log_index: null,
    tx_index: null,
    tx_hash: null,
  }
  const unchanged = { unchanged_until: toInstant('2026-11-20T10:00:00Z') }
  await given.anImplementation({ ...own, ...slot, ...unchanged, key }, database)
  const before = `4663:${own.contract}:rpc:00000000-0000-5000-8000-000000000002`
  await given.anImplementation({ ...own, ...slot, key: before }, database)
  await runFor(id, database)
  const found = {
    basis: 'log',
    block_number: 90,
    block_time: toInstant('2026-11-20T09:30:00Z'),
    log_index: 3,
    tx_index: 0,
    tx_hash: `0x${'cd'.repeat(32)}`,
    block_hash: `0x${'cc'.repeat(32)}`,
  }
  await database.updateTable('implementations').set(found).where('key', '=', key).execute()
  expect(await runFor(id, database)).toMatchObject({ upserts: 0, revisions: 1 })
  expect(await revisionsOf(id, database)).toMatchObject([
    { id: `impl:${before}`, occurred_at: null, precision: 'OBSERVED', origin: 'backfill' },
    { id: `impl:4663:${own.contract}:100:9`, origin: 'live', precision: 'EXACT' },
    { id: `impl:4663:${own.contract}:100:10`, origin: 'live' },
    { id: `impl:${key}`, revision: 1, occurred_at: null, precision: 'OBSERVED', origin: 'live' },
    {
      id: `impl:${key}`,
      revision: 2,
      occurred_at: '2026-11-20T09:30:00.000Z',
      precision: 'EXACT',
      origin: 'live',
    },
  ])
})

test('[case 34] a beacon of fifty contracts makes fifty events in one run', async () => {
  const { id, source } = await aTokenProject(0xe)
  const behind = Array.from({ length: 50 }, (_, n) => given.addressOf(0xe00 + n))
  await Promise.all(
    behind.map((contract) =>
      given.anImplementation({ project_id: id, source_id: source.id, contract }, database),
    ),
  )
  expect(await runFor(id, database)).toMatchObject({ upserts: 51 })
})

test('source verified at the first reading is a baseline; verified later, or changed, it is live', async () => {
  const { project } = await aWatchedProject(database)
  const explorer = {
    kind: 'explorer',
    counted: false,
    not_counted_reason: 'explorer',
    project_id: project.id,
  }
  const source = await given.aSource(explorer, database)
  const first = toInstant('2026-11-20T09:00:00Z')
  await given.aStream(
    { source_id: source.id, stream: 'contract', provider: 'blockscout', first_ok_at: first },
    database,
  )
  const own = { project_id: project.id, source_id: source.id }
  await given.anInterface({ ...own, contract: TOKEN, detected_at: first, superseded_at: NOW }, database)
  await given.anInterface({ ...own, contract: TOKEN, digest: 'd2' }, database)
  await given.anInterface({ ...own, contract: given.addressOf(0xf) }, database)
  await runFor(project.id, database)
  const written = await revisionsOf(project.id, database)
  const events = written.map((row) => [row.type, row.contract, row.origin])
  expect(events[0]).toEqual(['contract.source_verified', TOKEN, 'backfill'])
  // The other two are of one instant: their order follows their ids.
  expect(events.slice(1).toSorted()).toEqual([
    ['contract.interface_changed', TOKEN, 'live'],
    ['contract.source_verified', given.addressOf(0xf), 'live'],
  ])
})

test('[case 39] a lock that is read in its last seven days is due; extended, it is retracted and due again', async () => {
  const { id, token, locker } = await aTokenProject(0x1c)
  const lock = await given.aLock({ project_id: id, source_id: locker.id, token }, database)
  await runFor(id, database)
  const unlock = toInstant('2026-11-30T12:00:00Z')
  const readAt = (at: Instant) =>
    database.updateTable('locks').set({ observed_at: at }).where('lock_id', '=', lock.lock_id).execute()
  expect(await runLedger({ now: addMs(unlock, -8 * DAY_MS) }, { database })).toMatchObject({ projects: 0 })
  expect(await runLedger({ now: addMs(unlock, -4 * DAY_MS) }, { database })).toMatchObject({ projects: 0 })
  await readAt(addMs(unlock, -3 * DAY_MS))
  expect(await runLedger({ now: addMs(unlock, -3 * DAY_MS) }, { database })).toMatchObject({ upserts: 1 })
  expect(await runLedger({ now: addMs(unlock, -3 * DAY_MS) }, { database })).toMatchObject({ projects: 0 })
  const extended = toInstant('2027-02-01T00:00:00Z')
  await database
    .updateTable('locks')
    .set({ unlock_at: extended })
    .where('lock_id', '=', lock.lock_id)
    .execute()
  expect(await runFor(id, database, addMs(unlock, -2 * DAY_MS))).toMatchObject({
    revisions: 1,
    retractions: 1,
  })
  await readAt(addMs(extended, -5 * DAY_MS))
  expect(await runLedger({ now: addMs(extended, -5 * DAY_MS) }, { database })).toMatchObject({ upserts: 1 })
  const due = (await revisionsOf(id, database)).filter((row) => row.type === 'lock.unlock_due')
  expect(due.map((row) => [row.id.split(':').at(-1), row.op, row.occurred_at, row.origin])).toEqual([
    [String(msOf(unlock) / 1000), 'upsert', unlock, 'live'],
    [String(msOf(unlock) / 1000), 'retract', unlock, 'live'],
    [String(msOf(extended) / 1000), 'upsert', extended, 'live'],
  ])
})

test('a narrative, a signal and a token mismatch are written with their evidence', async () => {
  const { id } = await aTokenProject(0x1d)
  await given.aClaim({ project_id: id }, database)
  const signal = await given.aSignal(
    { project_id: id, evidence: ['ship:00000000-0000-5000-8000-000000000001'] },
    database,
  )
  const fact = { project_id: id, fact: 'token.verification', rule: 'token.verification@1' }
  const verdict = (status: string, reason: string) => ({ value: JSON.stringify({ status, reason }) })
  const since = { evaluated_at: addMs(NOW, -DAY_MS), superseded_at: NOW }
  await given.anEvaluation({ ...fact, ...since, ...verdict('VERIFIED', 'site_names_token') }, database)
  await given.anEvaluation(
    { ...fact, evaluated_at: NOW, ...verdict('MISMATCH', 'site_names_other') },
    database,
  )
  await runFor(id, database)
  const written = await revisionsOf(id, database)
  expect(Object.fromEntries(written.map((row) => [row.type, row.facts]))).toMatchObject({
    'research.narrative_assigned': { statement: 'devtools' },
    'build.accelerating': { windowTo: signal.window_to },
    'token.verification_changed': { from: 'VERIFIED', to: 'MISMATCH', reason: 'site_names_other' },
  })
})

/** A repository that failed at each of the given times; the first of them is when it stopped answering. */
async function aStoppedSource(tried: readonly string[], outcome = 'missing') {
  const { project } = await aWatchedProject(database)
  const provider = `forge of ${project.slug}`
  const source = await given.aSource({ project_id: project.id }, database)
  const at = tried.map((time) => toInstant(`2026-11-20T${time}Z`))
  const failing = {
    failing_since: at[0] ?? null,
    failures_in_a_row: at.length,
    last_outcome: outcome,
    provider,
    last_ok_at: toInstant('2026-11-20T02:00:00Z'),
    last_tried_at: at.at(-1) ?? null,
  }
  await given.aStream({ source_id: source.id, ...failing }, database)
  const reading = { source_id: source.id, provider, outcome }
  await Promise.all(at.map((attempted_at) => given.aReading({ ...reading, attempted_at }, database)))
  return {
    id: project.id,
    source,
    provider,
    outage: `${source.evidence}:unavailable:${msOf(at[0] ?? NOW) / 1000}`,
  }
}

test.each([
  ['one failed reading', ['07:00:00'], 'missing', 0],
  ['two within the hour', ['07:00:00', '07:59:59'], 'missing', 0],
  ['two an hour apart', ['07:00:00', '08:00:00'], 'unavailable', 1],
  ['two refused for a rate limit [case 9]', ['07:00:00', '08:00:00'], 'rate_limited', 0],
  ['two that failed on our side', ['07:00:00', '08:00:00'], 'error', 0],
])('[case 8] a source after %s', async (_, tried, outcome, events) => {
  const { id, outage } = await aStoppedSource(tried, outcome)
  await runFor(id, database)
  const written = (await revisionsOf(id, database)).filter(
    (row) => row.type === 'research.source_unavailable',
  )
  expect(written.map((row) => [row.id, row.origin])).toEqual(events === 0 ? [] : [[outage, 'live']])
})

test('a failed reading during a provider outage confirms nothing; the first one after it does', async () => {
  const { id, source, provider } = await aStoppedSource(['03:00:00', '04:30:00'])
  for (let other = 0; other < 4; other += 1) {
    const { source: failed } = await aWatchedProject(database)
    const attempted_at = toInstant(`2026-11-20T04:${25 + other}:00Z`)
    await given.aReading({ source_id: failed.id, provider, outcome: 'unavailable', attempted_at }, database)
  }
  expect(await runFor(id, database)).toMatchObject({ upserts: 1 })
  const attempted_at = toInstant('2026-11-20T06:10:00Z')
  await given.aReading({ source_id: source.id, provider, outcome: 'missing', attempted_at }, database)
  expect(await runFor(id, database)).toMatchObject({ upserts: 1 })
})

const JUST_FAILED = { failing_since: toInstant('2026-11-20T04:20:00Z'), failures_in_a_row: 1 }
const LONG_FAILED = { failing_since: toInstant('2026-11-17T04:20:00Z'), failures_in_a_row: 1 }

test.each([
  ['that answered until then', JUST_FAILED, 4, 0],
  ['that failed for days before', LONG_FAILED, 4, 1],
  ['that never answered', { ...JUST_FAILED, first_ok_at: null }, 4, 1],
  ['that failed for days before, where too few others answer', LONG_FAILED, 3, 0],
  ['that answer again since', {}, 4, 0],
])('a failed reading beside five failures of sources %s', async (_, failing, answers, events) => {
  const { id, provider } = await aStoppedSource(['03:00:00', '04:30:00'])
  for (let other = 0; other < 5 + answers; other += 1) {
    const { source } = await aWatchedProject(database)
    const attempted_at = toInstant(`2026-11-20T04:${25 + other}:00Z`)
    const outcome = other < 5 ? 'unavailable' : 'fresh'
    await given.aReading({ source_id: source.id, provider, outcome, attempted_at }, database)
    const stream = { last_outcome: outcome, ...(other < 5 ? failing : {}) }
    await database.updateTable('source_streams').set(stream).where('source_id', '=', source.id).execute()
  }
  await runFor(id, database)
  const types = (await revisionsOf(id, database)).map(({ type }) => type)
  expect(types.filter((type) => type === 'research.source_unavailable')).toHaveLength(events)
})

test('an announced outage ends with the next success, also without a mark', async () => {
  const { id, source } = await aStoppedSource(['07:00:00', '08:00:00'])
  await runFor(id, database)
  const restored = {
    failing_since: null,
    failures_in_a_row: 0,
    last_ok_at: addMs(NOW, HOUR_MS),
    last_outcome: 'fresh',
  }
  await database.updateTable('source_streams').set(restored).where('source_id', '=', source.id).execute()
  expect(await runLedger({ now: addMs(NOW, 2 * HOUR_MS) }, { database })).toMatchObject({ upserts: 1 })
  const types = (await revisionsOf(id, database)).map((row) => [row.type, row.op])
  expect(types).toEqual([
    ['research.source_unavailable', 'upsert'],
    ['research.source_restored', 'upsert'],
  ])
  expect(await runLedger({ now: addMs(NOW, 3 * HOUR_MS) }, { database })).toMatchObject({ projects: 0 })
})
