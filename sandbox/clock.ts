export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/**
 * The sandbox's clock: real time plus an offset, minus the time by which a replay is behind the present. All instants
 * in the sandbox are milliseconds of this clock.
 */
export class SandboxClock {
  #offsetMs: number
  #behindMs: number

  constructor(offsetMs: number, behindMs: number) {
    this.#offsetMs = offsetMs
    this.#behindMs = behindMs
  }

  now(): number {
    return this.present() - this.#behindMs
  }

  present(): number {
    return Date.now() + this.#offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  get behindMs(): number {
    return this.#behindMs
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }

  standBehind(ms: number): void {
    this.#behindMs = ms
  }
}

export function isoOf(instant: number): string {
  return new Date(Math.floor(instant / SECOND) * SECOND).toISOString().replace('.000Z', 'Z')
}

/** The start of the ISO week of an instant: Monday, 00:00 UTC. */
export function weekStartOf(instant: number): number {
  const day = Math.floor(instant / DAY)
  const sinceMonday = (day + 3) % 7
  return (day - sinceMonday) * DAY
}
