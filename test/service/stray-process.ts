import { setTimeout as pause } from 'node:timers/promises'
import { giveStraysToReadings, owningRejections } from '#collectors/stray-rejections.ts'

/**
 * A process of its own that runs two readings at once, and writes how each ended. In the first, a promise that nobody
 * awaits fails after the given milliseconds. With `outside`, another promise fails that no reading made.
 */
const [strayMs = '0', outside] = process.argv.slice(2)
giveStraysToReadings()

const late: string[] = []
const note = (error: unknown) => void late.push(String(error))
async function straying(): Promise<string> {
  void pause(Number(strayMs)).then(() => Promise.reject(new Error('stray')))
  await pause(20)
  return 'read'
}
const ended = await Promise.allSettled([
  owningRejections(straying, note),
  owningRejections(async () => pause(20, 'read'), note),
])
if (outside !== undefined) void Promise.reject(new Error('outside'))
await pause(100)
const results = ended.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
process.stdout.write(JSON.stringify({ results, late }))
