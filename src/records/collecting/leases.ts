import type { Writer } from '#records/database.ts'

/** How long a claim outlives its holder. */
export const LEASE_MS = 45_000

/**
 * Renews a claim three times within its lease until disposed, so that it ends soon after its holder was killed and
 * never before its holder has finished. `failed` hears of a renewal that did not get through; the next tries again.
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

/** Ends every claim: for a process that knows that those who made them are gone. A holder that lives finds its claim lost. */
export async function endLeases(writer: Writer): Promise<void> {
  const none = { lease_token: null, leased_until: null }
  await writer.updateTable('pipelines').set(none).where('lease_token', 'is not', null).execute()
  await writer.updateTable('source_streams').set(none).where('lease_token', 'is not', null).execute()
}
