import { LEASE_MS } from './collecting/leases.ts'
import { findDatabaseFailure } from './database-failure.ts'
import { pause } from './pause.ts'

const AGAIN_MS = 500

/**
 * Writes now, or when the database is back, so that a lease ends with its run. Gives up after a lease's time, because
 * the lease has ended by then, and at the signal.
 * @throws the last failure of the database, or any other error of the write at once
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
