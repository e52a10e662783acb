import { setTimeout as wait } from 'node:timers/promises'
import { deliverUntil } from '#webhooks/deliver.ts'
import { openWaker } from '#webhooks/waker.ts'
import type { DeliveryStage } from './deliveries-stage.ts'
import { figure, tableOf } from './figures.ts'

const ENDPOINTS = 1_000
/** Pause between two events. An endpoint gets 15 deliveries a minute, which is below its limit. */
const EVERY_MS = 4_000
/** Time before the first figure, in which objects that are made only once are made. */
const WARM_UP_MS = 60_000
const MB = 1024 * 1024

type Memory = {
  readonly minute: number
  readonly deliveries: number
  readonly heap: number
  readonly rss: number
}

/** Prints the memory of a delivering process at the beginning, in the middle and at the end of a steady load. */
export async function measureMemory(minutes: number, stage: DeliveryStage): Promise<void> {
  await stage.unsubscribeAll()
  await stage.subscribe({ count: ENDPOINTS, path: '/ok' })
  const ending = new AbortController()
  const waker = openWaker()
  let deliveries = 0
  const looked = async ({ attempts }: { readonly attempts: number }) => {
    deliveries += attempts
  }
  const running = deliverUntil({ signal: ending.signal, waker, looked }, stage.deps)
  const load = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; await wait(EVERY_MS)) {
      await stage.say(1)
      await stage.fanOut()
      waker.wake()
      await stage.arrivals()
    }
  }
  const taken: Memory[] = []
  const take = (minute: number) => {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    taken.push({ minute, deliveries, heap: heapUsed / MB, rss: rss / MB })
  }
  await load(WARM_UP_MS)
  take(0)
  for (const half of [1, 2]) {
    await load((minutes * 60_000) / 2)
    take((minutes * half) / 2)
  }
  ending.abort()
  await running
  console.log(
    tableOf([
      ['memory of a steady load, after', 'deliveries', 'heap, MB', 'rss, MB'],
      ...taken.map(({ minute, ...row }) => [
        `${figure(minute)} minutes`,
        ...[row.deliveries, row.heap, row.rss].map(figure),
      ]),
    ]),
  )
}
