import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { deliverUntil } from '#webhooks/deliver.ts'
import { openWaker } from '#webhooks/waker.ts'
import type { DeliveryStage } from './deliveries-stage.ts'
import { figure, type Timing, tableOf, timingOf } from './figures.ts'

const HEALTHY = 100
const ROUND_MS = 2_000

/** Measures how long deliveries to healthy endpoints take, alone and beside an endpoint that never answers. */
export async function measureBesideDead(
  { queued, rounds }: { readonly queued: number; readonly rounds: number },
  stage: DeliveryStage,
): Promise<void> {
  await stage.unsubscribeAll()
  await stage.subscribe({ count: HEALTHY, path: '/ok' })
  const alone = await latencies(rounds, stage)
  await stage.unsubscribeAll()
  await stage.subscribe({ count: 1, path: '/hang' })
  for (let said = 0; said < queued; said += 1000) await stage.say(1000)
  await stage.fanOut()
  // New ones: those before have used up their minute.
  await stage.subscribe({ count: HEALTHY, path: '/ok' })
  const beside = await latencies(rounds, stage)
  const row = (name: string, timing: Timing) => [
    name,
    figure(timing.times),
    figure(timing.p50),
    figure(timing.p99),
  ]
  console.log(
    tableOf([
      [`${HEALTHY} healthy endpoints, ms from fan-out to arrival`, 'deliveries', 'p50', 'p99'],
      row('alone', alone),
      row(`beside a dead one with ${figure(queued)} queued`, beside),
    ]),
  )
  console.log(`p99 beside ÷ alone: ${figure(beside.p99 / alone.p99)} (aim 1.2)`)
}

/** The time from creation to arrival of each delivery, over some rounds of events. */
async function latencies(rounds: number, stage: DeliveryStage): Promise<Timing> {
  await stage.arrivals()
  const ending = new AbortController()
  const waker = openWaker()
  const running = deliverUntil({ signal: ending.signal, waker, looked: async () => {} }, stage.deps)
  const from = await head(stage)
  for (let round = 0; round < rounds; round += 1) {
    await stage.say(1)
    await stage.fanOut()
    waker.wake()
    await wait(ROUND_MS)
  }
  ending.abort()
  await running
  const arrived = await stage.arrivals()
  const { rows } = await sql<{ id: string; created_at: string }>`select id, created_at from webhook_deliveries
    where position > ${from}`.execute(stage.database)
  return timingOf(
    rows.flatMap(({ id, created_at: at }) => {
      const arrivedAt = arrived[id]
      return arrivedAt === undefined ? [] : [arrivedAt - Date.parse(at)]
    }),
  )
}

async function head({ database }: DeliveryStage): Promise<number> {
  const { head } = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  return head
}
