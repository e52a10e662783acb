import type { Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'

const LOG_EVERY_MS = 60_000

type Written = {
  readonly everyMs: number
  /** The written counts, as the log names them: “the monthly requests of keys”. */
  readonly name: string
}

type WarnLogger = { readonly warn: (fields: object, message: string) => void }

/** Dependencies of a counter that is written to the database. It logs a write that failed. */
export type CounterDeps = {
  readonly database: Database
  readonly clock: { readonly now: () => Instant }
  readonly logger: WarnLogger
}

/** Writes counts every so often, one write at a time, and once more at the end. Failures are logged once a minute. */
export abstract class PeriodicWrite implements AsyncDisposable {
  readonly #written: Written
  readonly #logger: WarnLogger
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> | undefined
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(written: Written, logger: WarnLogger) {
    this.#written = written
    this.#logger = logger
    this.#timer = setInterval(() => {
      this.#writing ??= this.flush().finally(() => {
        this.#writing = undefined
      })
    }, written.everyMs)
    this.#timer.unref()
  }

  /** Writes what was counted since the last write. When it throws, it keeps the counts for the next one. */
  protected abstract write(): Promise<void>

  /** Writes now. It never fails; what cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    try {
      await this.write()
    } catch (cause) {
      this.#logFailure(cause)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }

  #logFailure(cause: unknown): void {
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return
    this.#loggedAt = performance.now()
    this.#logger.warn({ err: cause }, `${this.#written.name} were not written and will be retried`)
  }
}
