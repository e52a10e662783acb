import { pause } from '#records/pause.ts'

/** Lets a loop sleep until it is woken. A call while the loop works ends its next sleep at once. */
export type Waker = {
  readonly wake: () => void
  /** Resolves after the time, when `wake` is called, or at the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export function openWaker(): Waker {
  let called = new AbortController()
  return {
    wake: () => called.abort(),
    async sleep(ms, signal) {
      await pause(ms, AbortSignal.any([called.signal, signal]))
      called = new AbortController()
    },
  }
}
