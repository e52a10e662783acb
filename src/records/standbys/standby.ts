import type { Database } from '../database.ts'
import type { PrimaryLog } from './primary-log.ts'
import type { Reach } from './reach.ts'

/** The present state of a standby. */
export type StandbyState = {
  /** Its host and port. */
  readonly name: string
  readonly inService: boolean
  /** How far it is behind the primary; undefined while that is unknown. */
  readonly lagMs: number | undefined
}

/** A read ended because its standby was lost. */
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
  /** Each ends a read that runs. */
  readonly #running = new Set<(lost: StandbyLost) => void>()
  #reach: Reach | undefined
  #wasLookedAt = false
  /** Why it could not be reached at the last look. */
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

  /** It cannot be reached. The reads that run on it end. */
  lost(why: unknown): void {
    this.#reach = undefined
    this.#lostBy = why
    this.#wasLookedAt = true
    const lost = new StandbyLost(`The standby ${this.name} was lost`, { cause: why })
    for (const end of this.#running) end(lost)
    this.review()
  }

  /**
   * Reports the first look, and whether it entered or left service since, with why it or the primary was lost. Nothing
   * is known before both servers were seen.
   */
  review(primaryLostBy?: unknown): void {
    if (!this.#wasLookedAt || this.#deps.primary.position === undefined) return
    const { state } = this
    if (state.inService === this.#wasInService) return
    this.#wasInService = state.inService
    this.#deps.changed({ ...state, why: this.#lostBy ?? primaryLostBy })
  }

  /** Whether it may answer now: in service, with everything that was announced, and at least at the position. */
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
