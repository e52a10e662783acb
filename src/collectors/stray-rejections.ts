import { AsyncLocalStorage } from 'node:async_hooks'

type Owner = (error: unknown) => void

/** The reading that a piece of work belongs to, whatever promise it is in. */
const owners = new AsyncLocalStorage<Owner>()

/**
 * Runs a reading that owns every promise made in it. A rejection that nobody handles fails the reading when it ends; a
 * later one is given to `reportLate`.
 * @throws what the reading throws, or the first such rejection
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
 * Gives rejections that nobody handles to the readings they stem from, for the rest of the process. Any other one ends
 * the process, as it does by default.
 */
export function giveStraysToReadings(): void {
  process.on('unhandledRejection', (error) => {
    const own = owners.getStore()
    if (own === undefined) throw error
    own(error)
  })
}
