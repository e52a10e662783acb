import type { Writer } from '#records/database.ts'

/** How long a lease lasts after its last renewal. */
export const LEASE_MS = 45_000

/**
 * Renews a lease three times within its duration until disposed. So the lease ends soon after its process is killed,
 * and never before the work is finished. `failed` gets the error of a failed renewal; the next renewal tries again.
 */
export function keepLease(renew: () => Promise<void>, failed: (error: unknown) => void): AsyncDisposable {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(renew).catch(failed)
  }, LEASE_MS / 3)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Ends every lease, for a process that knows that all earlier processes are gone. If one is still alive, it finds that
 * it lost its lease.
 */
export async function endLeases(writer: Writer): Promise<void> {
  const none = { lease_token: null, leased_until: null }
  await writer.updateTable('pipelines').set(none).where('lease_token', 'is not', null).execute()
  await writer.updateTable('source_streams').set(none).where('lease_token', 'is not', null).execute()
}
