import { findDatabaseFailure } from './database-failure.ts'
import { pause } from './pause.ts'

/** A loop in the background. `work` is its name in the log. */
type Loop = {
  readonly work: string
  readonly signal: AbortSignal
  /** How many milliseconds after a failure the next turn begins. */
  readonly againMs: number
  readonly logger: { readonly error: (fields: object, message: string) => void }
}

/**
 * Takes turns until the signal. A failure is logged, and the next turn tries again. While the database keeps failing in
 * the same way, only the first failed turn is logged.
 */
export async function takeTurns(
  { work, signal, againMs, logger }: Loop,
  turn: () => Promise<unknown>,
): Promise<void> {
  let logged: ReturnType<typeof findDatabaseFailure>
  while (!signal.aborted) {
    try {
      await turn()
      logged = undefined
    } catch (err) {
      const failure = findDatabaseFailure(err)
      if (failure === undefined || failure !== logged)
        logger.error({ work, err }, 'background work failed and will be retried')
      logged = failure
      await pause(againMs, signal)
    }
  }
}
