import { createHash } from 'node:crypto'

/** Random numbers that are the same for the same seed. */
export type Chance = {
  /** A number from 0 (included) to 1 (excluded). */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number
  readonly odds: (share: number) => boolean
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
  /** A number near 1; large values are rare. */
  readonly skewed: () => number
}

/** Random numbers for a seed. */
export function chanceOf(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    odds: (share) => next() < share,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    skewed: () => -Math.log(1 - next() * 0.98),
  }
}

/** Hexadecimal digits derived from a text. */
export function digitsOf(text: string, count: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, count)
}
