import { minuteOfProcess } from '#accounts/minute.ts'
import { openSharedCounters } from '#accounts/redis.ts'
import { minuteOfAll } from '#accounts/shared-minute.ts'

/** A process of its own that takes from a shared minute when told to, and tells what that came to and what it logged. */
type Told = { readonly key: string; readonly costs: readonly number[] }

const said: string[] = []
const log = (_: object, message: string) => said.push(message)
const limit = 120
await using counters = await openSharedCounters(String(process.argv[2]), { logger: { warn: log } })
const take = minuteOfAll({ name: 'test', limit }, { counters, ofProcess: minuteOfProcess(limit) })

process.on('message', async ({ key, costs }: Told) => {
  const begun = performance.now()
  const taken = await Promise.all(costs.map((cost) => take(key, cost)))
  process.send?.({ taken, said, tookMs: performance.now() - begun })
})
process.send?.('ready')
await new Promise((resolve) => process.once('disconnect', resolve))
