import { AsyncLocalStorage } from 'node:async_hooks'

type Owner = (error: unknown) => void

/** The reading to which asynchronous work belongs, in whatever promise the work runs. */
const owners = new AsyncLocalStorage<Owner>()

/**
 * Runs a reading that owns every promise made in it. When a rejection is not handled, the reading fails at its end; a
 * rejection after its end goes to `reportLate`.
 * @throws what the reading throws, or the first unhandled rejection
 */
export async function owningRejections<T>(reading: () => Promise<T>, reportLate: Owner): Promise<T> {
  const strays: unknown[] = []
  let hasEnded = false
  const own: Owner = (error) => {
    if (hasEnded) reportLate(error)
    else strays.push(error)
  }
  try {
    const result = await owners.run(own, reading)
    if (strays.length > 0) throw strays[0]
    return result
  } finally {
    hasEnded = true
  }
}

/**
 * From now on, gives each unhandled rejection to the reading that it stems from. Any other unhandled rejection ends the
 * process, as by default.
 */
export function giveStraysToReadings(): void {
  process.on('unhandledRejection', (error) => {
    const own = owners.getStore()
    if (own === undefined) throw error
    own(error)
  })
}
