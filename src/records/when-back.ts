import { LEASE_MS } from './collecting/leases.ts'
import { findDatabaseFailure } from './database-failure.ts'
import { pause } from './pause.ts'

const AGAIN_MS = 500

/**
 * Runs a write now, or as soon as the database is back, so that a lease ends with its run. Gives up at the signal, and
 * after the duration of a lease, because the lease has ended by then.
 * @throws the last failure of the database, or at once any other error of the write
 */
export async function whenBack(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + LEASE_MS
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const isOver = signal.aborted || performance.now() > deadline
      if (isOver || findDatabaseFailure(error) === undefined) throw error
      await pause(AGAIN_MS, signal)
    }
  }
}
