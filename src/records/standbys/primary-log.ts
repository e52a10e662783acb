import { openLagClock } from './lag.ts'
import type { Reach } from './reach.ts'

/** A look at the primary: its number, and how many announcements were heard when it began. */
type Look = { readonly place: number; readonly announcements: number }

/** The known state of the primary's log, and the end of the log that a standby must have replayed to answer. */
export class PrimaryLog {
  readonly #clock: ReturnType<typeof openLagClock>
  #reach: Reach | undefined
  #announcements = 0
  #begun = 0
  #ended = 0
  /** Undefined after an announcement until a look at the primary that began later. */
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

  /** The number of looks that have begun. */
  get begun(): number {
    return this.#begun
  }

  /** Whether a look has ended that began after the first `begun` looks. */
  hasLookedSince(begun: number): boolean {
    return this.#ended > begun
  }

  /** Begins a look. It sees the changes of every announcement so far. */
  begin(): Look {
    this.#begun += 1
    return { place: this.#begun, announcements: this.#announcements }
  }

  /**
   * Records an announcement of new answers. From now on a standby answers only after it has replayed everything that
   * the primary has written by now.
   */
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

  /**
   * How many milliseconds a standby of this primary is behind it. Undefined when that is unknown, and for any other
   * server.
   */
  lagMsOf({ isStandby, system, log }: Reach, nowMs: number): number | undefined {
    return isStandby && system === this.#reach?.system ? this.#clock.lagMsOf(log, nowMs) : undefined
  }

  /**
   * Whether a standby has replayed everything that was announced. False until the primary was looked at after an
   * announcement.
   */
  isCurrent({ log }: Reach): boolean {
    return this.#required !== undefined && log >= this.#required
  }
}
