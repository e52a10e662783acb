import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { savePublication } from '#records/market/integrity.ts'
import { disableSubscriptions, queueAgain } from '#records/webhooks/commands.ts'
import { leaseAttempts, lockSubscriptions } from '#records/webhooks/leases.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import { saveRemoved } from '#records/webhooks/subscriptions.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { audienceOf, openReceivedStage } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { aSubscription, hold } from '#test/webhooks/webhooks.ts'
import { deliverUntil } from './deliver.ts'
import { fanOut } from './enqueue.ts'
import { openWaker } from './waker.ts'

const opened = await forFile(openReceivedStage())
const stage = opened.stage
const audience = audienceOf(opened)
beforeEach(() => opened.begin())

test('[webhooks 70] an event that is withdrawn and not fanned out is not sent meanwhile', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:early' })
  await stage.fanOut()
  await stage.withdraw('ship:early')
  expect(await stage.deliver()).toBe(0)
  stage.pass(2000)
  await stage.send()
  expect(await audience.textsOf(id)).toEqual(['build.release 1 CANCELLED'])
})

test('[webhooks 71] [webhooks 73] an event withdrawn between attempts is not sent again; its tombstone names nothing [contract delivered type event.retracted]', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  opened.receiver.answer = answering(500)
  await stage.say(project, { id: 'ship:tried' })
  await stage.send()
  await stage.withdraw('ship:tried')
  opened.receiver.answer = answering(204)
  stage.pass(HOUR_MS)
  await stage.send()
  expect(await audience.textsOf(id)).toEqual(['build.release 1 CANCELLED', 'event.retracted 2 SUCCEEDED'])
  const body = opened.receiver.received.at(-1)?.body
  expect(body).toMatchObject({ type: 'event.retracted' })
  expect(Object.keys(body?.['event'] as object)).toEqual(['id', 'revision', 'op', 'recordedAt'])
})

test('[webhooks 72] an event withdrawn in flight that then succeeds is recorded, and retracted', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  opened.receiver.answer = async (_, response) => {
    opened.receiver.answer = answering(204)
    await stage.withdraw('ship:flying')
    await stage.fanOut()
    response.writeHead(204).end()
  }
  await stage.say(project, { id: 'ship:flying' })
  await stage.send()
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', 'event.retracted 2 SUCCEEDED'])
})

test('[webhooks 75] a revision that another replaced is still sent, each with its own text', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  opened.receiver.answer = answering(500)
  await stage.say(project, { id: 'ship:twice', summary: 'first' })
  await stage.send()
  await stage.say(project, { id: 'ship:twice', summary: 'second' })
  opened.receiver.answer = answering(204)
  stage.pass(HOUR_MS)
  await stage.send()
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', 'build.release 2 SUCCEEDED'])
  const sent = opened.receiver.received.slice(-2).map(({ body }) => body['event'] as Record<string, unknown>)
  expect(sent.map(({ revision, summary }) => `${revision} ${summary}`).toSorted()).toEqual([
    '1 first',
    '2 second',
  ])
})

test('[webhooks 74] a text that returns is compared with the last one that was sent or waits', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  const say = async (summary: string) => {
    await stage.say(project, { id: 'ship:back', summary })
    await stage.fanOut()
  }
  await say('first')
  await stage.deliver()
  await hold(id, stage.now(), stage.database)
  await say('second')
  await say('first')
  const waiting = ['build.release 2 QUEUED', 'build.release 3 QUEUED']
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', ...waiting])
  const choose = (types: string[] | null) =>
    stage.database
      .updateTable('webhook_subscriptions')
      .set({ event_types: types })
      .where('id', '=', id)
      .execute()
  await choose(['lock.observed'])
  await say('third')
  await choose(null)
  await say('first')
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', ...waiting])
})

test('[webhooks 77] an event that is not live goes to nobody', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:history', seen: { by: 'research' } })
  await stage.say(project, { id: 'ship:history', seen: { by: 'research' }, summary: 'told better' })
  await stage.send()
  expect(await audience.textsOf(id)).toEqual([])
})

test('a project that is not published, and a type that is never pushed, go to nobody', async () => {
  const [draft, project, id] = [
    await stage.project('draft'),
    await stage.project(),
    await audience.subscribe(),
  ]
  await stage.say(draft, { id: 'ship:draft' })
  await stage.say(project, { id: 'ship:code', type: 'build.code_activity' })
  await stage.send()
  expect(await audience.textsOf(id)).toEqual([])
})

test('market integrity: history goes to nobody, later events to those who chose it; withheld again, its retractions to those who had it [contract delivered type market_integrity.event]', async () => {
  const project = await stage.project()
  const type = 'market_integrity.event'
  const [chosen, other] = [
    await audience.subscribe({ event_types: [type] }),
    await audience.subscribe({ event_types: ['build.release'] }),
  ]
  const publishes = (marketIntegrity: 'published' | 'withheld') =>
    inTransaction(stage.database, (writer) => savePublication({ marketIntegrity, now: stage.now() }, writer))
  await publishes('published')
  await stage.say(project, { id: 'integrity:past', type, seen: { by: 'research' } })
  await stage.send()
  expect(await audience.textsOf(chosen)).toEqual([])
  await stage.say(project, { id: 'integrity:new', type })
  await stage.send()
  await publishes('withheld')
  await stage.withdraw('integrity:past', 'integrity:new')
  const late = await audience.subscribe({ event_types: [type] })
  await stage.say(project, { id: 'integrity:withheld', type })
  await stage.send()
  expect(await audience.textsOf(chosen)).toEqual([`${type} 1 SUCCEEDED`, 'event.retracted 2 SUCCEEDED'])
  expect([...(await audience.textsOf(other)), ...(await audience.textsOf(late))]).toEqual([])
})

test('[webhooks 10] [webhooks 11] a fan-out that fails leaves nothing, and fan-outs at once queue each delivery once', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:once' })
  const undone = inTransaction(stage.database, async (writer) => {
    await writer
      .updateTable('webhook_fan_out')
      .set({ position: await audience.head() })
      .execute()
    throw new Error('killed')
  })
  await expect(undone).rejects.toThrow('killed')
  const counts = await Promise.all(Array.from({ length: 4 }, () => stage.fanOut()))
  expect(counts.reduce((sum, { queued }) => sum + queued, 0)).toBe(1)
  expect(await audience.textsOf(id)).toEqual(['build.release 1 QUEUED'])
})

test('[webhooks 12] [webhooks 13] a fan-out waits for a subscription that is being made, and leaves out none of its events', async () => {
  const project = await stage.project()
  await stage.say(project, { id: 'ship:before' })
  const made = await stage.database.transaction().execute(async (writer) => {
    await writer.selectFrom('webhook_fan_out').select('position').forShare().execute()
    const starts = await audience.head()
    await stage.say(project, { id: 'ship:after' })
    const fanning = stage.fanOut()
    await expect.poll(() => countWaiting(stage.database)).toBe(1)
    const id = await aSubscription(
      { starts_after: starts, url: `${opened.receiver.url}/told`, now: stage.now() },
      writer,
    )
    return { id, fanning }
  })
  await made.fanning
  expect((await stage.deliveries(made.id)).map((row) => row.event_id)).toEqual(['ship:after'])
})

test('[webhooks 14] what is due is sent without any announcement', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  const ending = new AbortController()
  const looked = async () => {}
  const running = deliverUntil({ signal: ending.signal, waker: openWaker(), looked }, stage.deps)
  await stage.say(project, { id: 'ship:silent' })
  await fanOut({ signal: ending.signal, now: stage.now }, { database: stage.database })
  await expect.poll(() => audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED'])
  ending.abort()
  await running
})

/** Begins a fan-out, and returns when it waits for a subscription that the caller has locked. */
async function beginFanOut(): Promise<{ readonly ended: Promise<unknown> }> {
  const begun = { ended: stage.fanOut() }
  await expect.poll(() => countWaiting(stage.database)).toBe(1)
  return begun
}

test('a subscription whose last request ends during a fan-out is sent what that queues', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:first' })
  await stage.fanOut()
  const fanOutOfSecond = await inTransaction(stage.database, async (writer) => {
    const now = stage.now()
    const leases = await leaseAttempts({ now, limit: 10 }, writer)
    await stage.say(project, { id: 'ship:second' })
    const begun = await beginFanOut()
    const end = {
      endedAt: now,
      outcome: 'succeeded',
      statusCode: 204,
      latencyMs: 1,
      excerpt: undefined,
    } as const
    await settleAttempts(
      leases.map((lease) => ({ lease, ...end })),
      { now },
      writer,
    )
    return begun
  })
  await fanOutOfSecond.ended
  expect(await stage.deliver()).toBe(1)
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', 'build.release 1 SUCCEEDED'])
})

test.each(['disabled', 'removed'] as const)(
  'nothing waits for a subscription that is %s during a fan-out of an event for it',
  async (how) => {
    const [project, id, other] = [
      await stage.project(),
      await audience.subscribe(),
      await audience.subscribe(),
    ]
    await stage.say(project, { id: `ship:${how}` })
    const fanOutOfBoth = await inTransaction(stage.database, async (writer) => {
      await lockSubscriptions([id], writer)
      const begun = await beginFanOut()
      const now = stage.now()
      if (how === 'disabled') await disableSubscriptions({ ids: [id], because: 'requested', now }, writer)
      else await saveRemoved({ id, now }, writer)
      return begun
    })
    await fanOutOfBoth.ended
    expect(await audience.textsOf(id)).toEqual(['build.release 1 CANCELLED'])
    expect((await stage.subscription(id)).next_attempt_at).toBeNull()
    expect(await audience.textsOf(other)).toEqual(['build.release 1 QUEUED'])
  },
)

test('an event withdrawn while its DEAD delivery is queued again is not left waiting', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  opened.receiver.answer = answering(500)
  await stage.say(project, { id: 'ship:again' })
  await stage.send()
  const [delivery] = await stage.deliveries(id)
  const dead = { status: 'DEAD', due_at: null, settled_at: stage.now() }
  await stage.database.updateTable('webhook_deliveries').set(dead).where('subscription_id', '=', id).execute()
  const fanOutOfRetraction = await inTransaction(stage.database, async (writer) => {
    const given = { id: delivery?.id ?? '', now: stage.now() }
    expect(await queueAgain(given, writer)).toBe('queued')
    await stage.withdraw('ship:again')
    return beginFanOut()
  })
  await fanOutOfRetraction.ended
  expect(await audience.textsOf(id)).toEqual(['build.release 1 CANCELLED', 'event.retracted 2 QUEUED'])
})

test('the ledger is written during a fan-out, and the next one continues there', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:fanned-out' })
  const fanOutOfFirst = await inTransaction(stage.database, async (writer) => {
    await lockSubscriptions([id], writer)
    const begun = await beginFanOut()
    await stage.say(project, { id: 'ship:written-meanwhile' })
    return begun
  })
  await fanOutOfFirst.ended
  await stage.send()
  expect(await audience.textsOf(id)).toEqual(['build.release 1 SUCCEEDED', 'build.release 1 SUCCEEDED'])
})
