import { pause } from '#records/pause.ts'
import { takeTurns } from '#records/take-turns.ts'
import type { Logger } from '../process/logger.ts'

/** Repeats work until the signal, with a pause after each turn. */
export async function every(
  { work, intervalMs, signal }: { work: string; intervalMs: number; signal: AbortSignal },
  turn: () => Promise<unknown>,
  { logger }: { readonly logger: Pick<Logger, 'error'> },
): Promise<void> {
  await takeTurns({ work, signal, againMs: intervalMs, logger }, async () => {
    await turn()
    await pause(intervalMs, signal)
  })
}
