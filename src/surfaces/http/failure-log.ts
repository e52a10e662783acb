import { failureOf } from './errors.ts'

/** Logs why a request failed. */
export type LogFailure = (event: { readonly requestId: string; readonly err: unknown }) => void

/** How often a failure of the database is logged: while the database is away, every request fails alike. */
const ALIKE_EVERY_MS = 1_000

/**
 * Opens the log of failed requests. A failure of the database is logged once a second, with the number of requests that
 * failed so since the line before; any other failure is logged for each request.
 */
export function openFailureLog(
  logger: { readonly error: (fields: object, message: string) => void },
  timer: () => number,
): LogFailure {
  let nextAtMs = Number.NEGATIVE_INFINITY
  let failedAlike = 0
  return (event) => {
    const { code } = failureOf(event.err)
    if (code !== 'unavailable') return logger.error(event, code)
    if (timer() < nextAtMs) {
      failedAlike += 1
      return
    }
    logger.error({ ...event, failedAlike }, code)
    nextAtMs = timer() + ALIKE_EVERY_MS
    failedAlike = 0
  }
}
