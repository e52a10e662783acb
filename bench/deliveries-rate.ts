import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { deliverDue } from '#webhooks/deliver.ts'
import type { SendRequest } from '#webhooks/send.ts'
import type { DeliveryStage } from './deliveries-stage.ts'
import { figure, medianOf, tableOf, timed } from './figures.ts'
import { processorMsOf } from './processor-time.ts'

const RUNNING = new AbortController().signal
const BARE_AT_ONCE = 64

/**
 * Deliveries a second, and microseconds of processor time per delivery of this process, PostgreSQL and the receiver.
 */
type Rate = { readonly aSecond: number; readonly us: readonly number[]; readonly usInAll: number }

/**
 * In each round: fans one event out to all subscriptions, delivers to some of them, and sends the same signed bodies in
 * a bare loop, each on its own connection. Prints the medians.
 */
export async function measureRate(
  given: { readonly subscriptions: number; readonly deliveries: number; readonly rounds: number },
  stage: DeliveryStage,
): Promise<void> {
  const fanOuts: { ms: number; processorMs: number }[] = []
  const rates: { durable: Rate; bare: Rate }[] = []
  for (let round = 0; round < given.rounds; round += 1) {
    await stage.unsubscribeAll()
    await stage.subscribe({ count: given.subscriptions, path: '/ok' })
    await stage.say(1)
    const cpu = await processorMsOf(stage.serverPid)
    const { ms } = await timed(() => stage.fanOut())
    fanOuts.push({ ms, processorMs: (await processorMsOf(stage.serverPid)) - cpu })
    await leaveDue(given.deliveries, stage)
    const bodies: SendRequest[] = []
    const send: typeof stage.deps.send = (one) => {
      bodies.push(one)
      return stage.deps.send(one)
    }
    const deliver = async () => (await deliverDue(RUNNING, { ...stage.deps, send })).attempts
    const durable = await rateOf(deliver, stage)
    rates.push({ durable, bare: await rateOf(() => bareLoop(bodies), stage) })
  }
  const seconds = (of: 'ms' | 'processorMs') => figure(medianOf(fanOuts.map((one) => one[of])) / 1000)
  console.log(
    `one event to ${figure(given.subscriptions)} subscriptions: ${seconds('ms')} s (aim 5), ${seconds('processorMs')} s of PostgreSQL's processor time`,
  )
  report(rates)
}

function report(rates: readonly { readonly durable: Rate; readonly bare: Rate }[]): void {
  const row = (name: string, of: readonly Rate[]) => [
    name,
    ...[
      medianOf(of.map(({ aSecond }) => aSecond)),
      ...[0, 1, 2].map((part) => medianOf(of.map(({ us }) => us[part] as number))),
    ].map(figure),
    figure(medianOf(of.map(({ usInAll }) => usInAll))),
  ]
  const shares = rates.map(({ durable, bare }) => durable.aSecond / bare.aSecond)
  const byProcessor = rates.map(({ durable, bare }) => bare.usInAll / durable.usInAll)
  console.log(
    tableOf([
      ['', 'a second', 'sender, µs', 'PostgreSQL, µs', 'receiver, µs', 'all, µs'],
      row(
        'durable',
        rates.map(({ durable }) => durable),
      ),
      row(
        'bare loop',
        rates.map(({ bare }) => bare),
      ),
      ['share', figure(medianOf(shares)), '', '', '', figure(medianOf(byProcessor))],
    ]),
  )
  console.log(`shares of the rounds by rate (aim 0.6): ${shares.map(figure).join(', ')}`)
}

/** Leaves only `count` subscriptions in the schedule. */
async function leaveDue(count: number, { database }: DeliveryStage): Promise<void> {
  await sql`delete from webhook_schedule where subscription_id in (
    select subscription_id from webhook_schedule order by subscription_id offset ${count})`.execute(database)
}

async function rateOf(work: () => Promise<number>, stage: DeliveryStage): Promise<Rate> {
  const { serverPid, receiver } = stage
  const others = () => Promise.all([processorMsOf(serverPid), processorMsOf(Number(receiver.pid))])
  const [before, cpu] = [await others(), process.cpuUsage()]
  const { ms, answer: count } = await timed(work)
  const { user, system } = process.cpuUsage(cpu)
  const after = await others()
  const us = [user + system, ...after.map((time, index) => (time - (before[index] ?? time)) * 1000)].map(
    (all) => all / count,
  )
  return { aSecond: (count / ms) * 1000, us, usInAll: us.reduce((sum, part) => sum + part) }
}

/** Sends the same requests again, without any stored state. Returns their number. */
async function bareLoop(requests: readonly SendRequest[]): Promise<number> {
  let next = 0
  const caller = async () => {
    for (;;) {
      const one = requests[next]
      next += 1
      if (one === undefined) return
      const dispatcher = new Agent()
      const { body } = await request(one.url, {
        method: 'POST',
        headers: one.headers,
        body: one.body,
        dispatcher,
      })
      await body.dump()
      await dispatcher.destroy()
    }
  }
  await Promise.all(Array.from({ length: BARE_AT_ONCE }, caller))
  return requests.length
}
