import { parseArgs } from 'node:util'
import { measureBesideDead } from './deliveries-beside-dead.ts'
import { measureLedger } from './deliveries-ledger.ts'
import { measureMemory } from './deliveries-memory.ts'
import { measureRate } from './deliveries-rate.ts'
import { openDeliveryStage } from './deliveries-stage.ts'

/**
 * Measures fan-out and delivery with durable state, on a PostgreSQL server that syncs its log. The option value 0 skips
 * a part.
 */
const { values } = parseArgs({
  options: {
    subscriptions: { type: 'string', default: '50000' },
    deliveries: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    'ledger-rounds': { type: 'string', default: '5' },
    queued: { type: 'string', default: '10000' },
    'dead-rounds': { type: 'string', default: '15' },
    'memory-minutes': { type: 'string', default: '0' },
    data: { type: 'string', default: '.data/bench-deliveries' },
  },
})
const count = (name: Exclude<keyof typeof values, 'data'>) => Number.parseInt(values[name], 10)
const [subscriptions, deliveries] = [count('subscriptions'), count('deliveries')]

await using stage = await openDeliveryStage(values.data)
if (deliveries > 0) await measureRate({ subscriptions, deliveries, rounds: count('rounds') }, stage)
if (count('ledger-rounds') > 0) await measureLedger({ subscriptions, rounds: count('ledger-rounds') }, stage)
if (count('queued') > 0)
  await measureBesideDead({ queued: count('queued'), rounds: count('dead-rounds') }, stage)
if (count('memory-minutes') > 0) await measureMemory(count('memory-minutes'), stage)
