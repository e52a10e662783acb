import { minuteOfProcess } from '#accounts/minute.ts'
import { openSharedCounters } from '#accounts/redis.ts'
import { minuteOfAll } from '#accounts/shared-minute.ts'

/** A process of its own. On a message, it charges a shared minute. It answers the charges and what it has logged. */
type Asked = { readonly key: string; readonly costs: readonly number[] }

const logged: string[] = []
const log = (_: object, message: string) => logged.push(message)
const limit = 120
await using counters = await openSharedCounters(String(process.argv[2]), { logger: { warn: log } })
const charge = minuteOfAll({ name: 'test', limit }, { counters, ofProcess: minuteOfProcess(limit) })

process.on('message', async ({ key, costs }: Asked) => {
  const begun = performance.now()
  const charges = await Promise.all(costs.map((cost) => charge(key, cost)))
  process.send?.({ charges, logged, tookMs: performance.now() - begun })
})
process.send?.('ready')
await new Promise((resolve) => process.once('disconnect', resolve))
