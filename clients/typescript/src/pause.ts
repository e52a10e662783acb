const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** The longest pause that the service can ask for, in seconds. It may ask for a month, and no timer waits so long. */
const LONGEST_ASKED_S = 3600

/** The pause in milliseconds after so many failures in a row: the requested one, or else twice the last one. */
export function pauseAfter(failures: number, error: { readonly retryAfter?: number | undefined }): number {
  const { retryAfter } = error
  if (retryAfter !== undefined) return Math.min(LONGEST_ASKED_S, retryAfter) * 1000
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
}

/** Resolves after a time, or as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal?.aborted === true ? 0 : ms)
    signal?.addEventListener('abort', end)
  })
}
