import { findDatabaseFailure } from '#records/database-failure.ts'
import { pause } from '#records/pause.ts'
import type { Logger } from './logger.ts'

/**
 * Repeats until the signal. A failure is logged, and the next turn tries again. While the database fails in one way, only
 * the first turn logs it.
 */
export async function every(
  intervalMs: number,
  signal: AbortSignal,
  turn: () => Promise<unknown>,
  service: { readonly logger: Pick<Logger, 'error'> },
): Promise<void> {
  let logged: ReturnType<typeof findDatabaseFailure>
  while (!signal.aborted) {
    try {
      await turn()
      logged = undefined
    } catch (err) {
      const failure = findDatabaseFailure(err)
      if (failure === undefined || failure !== logged)
        service.logger.error({ err }, 'background work failed and will be retried')
      logged = failure
    }
    await pause(intervalMs, signal)
  }
}
