import type { Database } from '../database.ts'
import type { PrimaryLog } from './primary-log.ts'
import type { Reach } from './reach.ts'

/** The present state of a standby. */
export type StandbyState = {
  /** Its host and port. */
  readonly name: string
  readonly inService: boolean
  /** How far it is behind the primary in milliseconds; undefined while that is unknown. */
  readonly lagMs: number | undefined
}

/** The error of a read that ended because its standby was lost. */
export class StandbyLost extends Error {
  override readonly name = 'StandbyLost'
}

type StandbyDeps = {
  readonly primary: PrimaryLog
  readonly lagLimitMs: number
  readonly timer: () => number
  /** Called when the standby enters service or leaves it. */
  readonly changed: (state: StandbyState & { readonly why: unknown }) => void
}

/** A standby that answers are read from while it is in service. */
export class Standby {
  readonly name: string
  readonly database: Database
  readonly #deps: StandbyDeps
  /** The running reads. Each is a function that ends its read. */
  readonly #running = new Set<(lost: StandbyLost) => void>()
  #reach: Reach | undefined
  #wasLookedAt = false
  /** Why the last look could not reach the standby. */
  #lostBy: unknown
  #wasInService: boolean | undefined

  constructor({ name, database }: { readonly name: string; readonly database: Database }, deps: StandbyDeps) {
    this.name = name
    this.database = database
    this.#deps = deps
  }

  get state(): StandbyState {
    const { primary, timer, lagLimitMs } = this.#deps
    const lagMs = this.#reach && primary.lagMsOf(this.#reach, timer())
    return { name: this.name, lagMs, inService: lagMs !== undefined && lagMs <= lagLimitMs }
  }

  saw(reach: Reach): void {
    this.#reach = reach
    this.#lostBy = undefined
    this.#wasLookedAt = true
    this.review()
  }

  /** Records that the standby cannot be reached, and ends the reads that run on it. */
  lost(why: unknown): void {
    this.#reach = undefined
    this.#lostBy = why
    this.#wasLookedAt = true
    const lost = new StandbyLost(`The standby ${this.name} was lost`, { cause: why })
    for (const end of this.#running) end(lost)
    this.review()
  }

  /**
   * Reports the state at the first look, and then whenever the standby enters or leaves service, with the reason why it
   * or the primary was lost. Reports nothing before both servers were looked at.
   */
  review(primaryLostBy?: unknown): void {
    if (!this.#wasLookedAt || this.#deps.primary.position === undefined) return
    const { state } = this
    if (state.inService === this.#wasInService) return
    this.#wasInService = state.inService
    this.#deps.changed({ ...state, why: this.#lostBy ?? primaryLostBy })
  }

  /**
   * Whether the standby may answer now. It must be in service, have replayed everything that was announced, and have
   * reached the position.
   */
  mayAnswer(least: number): boolean {
    const reach = this.#reach
    return (
      reach !== undefined &&
      reach.position >= least &&
      this.#deps.primary.isCurrent(reach) &&
      this.state.inService
    )
  }

  /** Runs a read. @throws StandbyLost at once when the standby is lost */
  async run<T>(read: () => Promise<T>): Promise<T> {
    const lost = Promise.withResolvers<never>()
    this.#running.add(lost.reject)
    try {
      return await Promise.race([read(), lost.promise])
    } finally {
      this.#running.delete(lost.reject)
    }
  }
}
