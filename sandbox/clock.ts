export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** Real time plus an offset; all instants of the sandbox are milliseconds on this clock. */
export class SandboxClock {
  #offsetMs: number

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs
  }

  now(): number {
    return Date.now() + this.#offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }
}

export function isoOf(instant: number): string {
  return new Date(Math.floor(instant / SECOND) * SECOND).toISOString().replace('.000Z', 'Z')
}

/** The Monday, 00:00 UTC, of the ISO week that holds the instant. */
export function weekStartOf(instant: number): number {
  const day = Math.floor(instant / DAY)
  const sinceMonday = (day + 3) % 7
  return (day - sinceMonday) * DAY
}
