import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advance } from '#app/commands/sandbox.ts'
import { triggerEvent } from '#app/webhook-trial/trigger.ts'
import { subscribableTypes } from '#contract/events.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { hideProject } from '#operator/projects.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { aSubscription } from '#test/webhooks/webhooks.ts'
import { beginWorld, type WorldFolder } from '#test/world/begin-world.ts'
import { openLivedWorld, type World } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

/** Event types that one action of the sandbox causes and that the sandbox's past does not have. */
const TRIGGERED = [
  'build.ship',
  'research.source_changed',
  'contract.followup_deployed',
  'contract.implementation_changed',
  'contract.interface_changed',
  'contract.source_verified',
  'token.launch_stage_changed',
  'token.verification_changed',
  'lock.observed',
  'lock.withdrawn',
]
/** Event types that the sandbox has only from before its first reading, so that they are never live. */
const NEVER_LIVE = ['contract.deployed']
/** A time limit for the past of the world, which is about three months long. */
const PATIENCE_MS = 600_000

const { signal } = new AbortController()
const stack = new AsyncDisposableStack()
let world: World
let receiver: Receiver
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-types-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const folder = { dataDir, databaseUrl: stack.use(await openTestDatabase()).url }
  receiver = stack.use(await startReceiver())
  await subscribeToEach(folder)
  world = stack.use(await openLivedWorld(folder))
}, PATIENCE_MS)
afterAll(() => stack.disposeAsync())

/** A subscription for each type, from before the world's past. */
async function subscribeToEach(folder: WorldFolder): Promise<void> {
  await using begun = await beginWorld(folder, { past: true })
  const { clock, database } = begun.service
  for (const type of subscribableTypes({ marketIntegrity: true })) {
    const asked = { url: `${receiver.url}/${type}`, event_types: [type], now: clock.now() }
    await aSubscription(asked, database)
  }
}

/** A source that stops answering and comes back. */
async function loseSource(slug: string): Promise<void> {
  await world.act('source-down', slug)
  for (let failures = 0; failures < 2; failures += 1) await world.advance(2 * HOUR_MS)
  await world.act('source-up', slug)
  await world.advance(2 * HOUR_MS)
}

/** Releases on three days, which verify a builder. */
async function releaseOnThreeDays(slug: string): Promise<void> {
  for (let days = 0; days < 3; days += 1) {
    await world.act('release', slug)
    await world.advance(DAY_MS)
  }
}

type Delivered = { readonly type: string; readonly event: Pick<Change, 'id' | 'revision'> }
const delivered = () => receiver.received.map(({ body }) => body as Delivered)
/** Lets two hours pass, so that every delivery that waits for its minute arrives. */
const settle = () => advance({ span: '2h', signal, unread: false }, world.service)

/** Each delivered event beside the entry of /api/changes. */
function besideEntries(bodies: readonly Delivered[], entries: readonly Change[]) {
  const keyOf = ({ id, revision }: Delivered['event']) => `${id} ${revision}`
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]))
  return bodies.map(({ event }) => ({ event, entry: byKey.get(keyOf(event)) }))
}

test('[webhooks 78] events of every type, and retractions, are delivered exactly as /api/changes serves them [contract payload event] [contract every delivered type]', {
  timeout: PATIENCE_MS,
}, async () => {
  for (const type of TRIGGERED) await triggerEvent({ type, signal }, world.service)
  await releaseOnThreeDays('hedgerow')
  await loseSource('opaline')
  await settle()
  const upserts = delivered()
  const caused = subscribableTypes({ marketIntegrity: true }).filter((type) => !NEVER_LIVE.includes(type))
  expect([...new Set(upserts.map(({ type }) => type))].toSorted()).toEqual(caused.toSorted())
  const reads = readsOf(world)
  for (const { event, entry } of besideEntries(upserts, await reads.changesAfter('c1.0')))
    expect(entry).toEqual(event)

  const before = await reads.head()
  const { database, clock } = world.service
  await hideProject({ slug: 'lumen' }, { database, now: clock.now() })
  await world.settle('marlow')
  await settle()
  const retractions = delivered()
    .slice(upserts.length)
    .filter(({ type }) => type === 'event.retracted')
  expect(retractions.length).toBeGreaterThan(0)
  for (const { event, entry } of besideEntries(retractions, await reads.changesAfter(before)))
    expect(entry).toEqual(event)
})
