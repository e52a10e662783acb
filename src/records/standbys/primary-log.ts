import { openLagClock } from './lag.ts'
import type { Reach } from './reach.ts'

/** A look at the primary: which one it is, and how many announcements were heard when it began. */
type Look = { readonly place: number; readonly announcements: number }

/** The known state of the primary's log, and the position that standbys must have reached to answer. */
export class PrimaryLog {
  readonly #clock: ReturnType<typeof openLagClock>
  #reach: Reach | undefined
  #announcements = 0
  #begun = 0
  #ended = 0
  /** Undefined after an announcement until the primary was looked at. */
  #required: bigint | undefined

  constructor(rememberedMs: number) {
    this.#clock = openLagClock(rememberedMs)
  }

  /** The newest position of the ledger that was seen; undefined before the first look. */
  get position(): number | undefined {
    return this.#reach?.position
  }

  /** The end of the log that was last seen; undefined before the first look. */
  get log(): bigint | undefined {
    return this.#reach?.log
  }

  /** How many looks began. */
  get begun(): number {
    return this.#begun
  }

  /** Whether a look has ended that began after so many others. */
  hasLookedSince(begun: number): boolean {
    return this.#ended > begun
  }

  /** A look begins. It sees what every announcement so far is about. */
  begin(): Look {
    this.#begun += 1
    return { place: this.#begun, announcements: this.#announcements }
  }

  /** New answers were announced: no standby answers before it has replayed what the primary has written by now. */
  announced(): void {
    this.#announcements += 1
    this.#required = undefined
  }

  saw(reach: Reach, { look, atMs }: { readonly look: Look; readonly atMs: number }): void {
    this.#reach = reach
    this.#ended = look.place
    this.#clock.saw(reach.log, atMs)
    if (this.#required === undefined) {
      if (look.announcements === this.#announcements) this.#required = reach.log
    } else if (reach.log < this.#required) {
      // A standby that was promoted can have less than the primary before it.
      this.#required = reach.log
    }
  }

  /** How far a standby of this primary is behind it; undefined when it is unknown, and for any other server. */
  lagMsOf({ isStandby, system, log }: Reach, nowMs: number): number | undefined {
    return isStandby && system === this.#reach?.system ? this.#clock.lagMsOf(log, nowMs) : undefined
  }

  /** Whether a standby has replayed everything that was announced. */
  isCurrent({ log }: Reach): boolean {
    return this.#required !== undefined && log >= this.#required
  }
}
