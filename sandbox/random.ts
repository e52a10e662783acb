import { hash } from 'node:crypto'

export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(options: readonly [T, ...T[]]): T
}

/** Random numbers that depend on the keys only. They are the same on every machine. */
export function randomFrom(...keys: readonly (string | number)[]): Random {
  let state = hash('sha256', keys.join('\u0000'), 'buffer').readUInt32LE(0)
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return { fraction, between, pick: (options) => options[between(0, options.length - 1)] ?? options[0] }
}

/** A digest of the keys in the form of a commit id: 40 hexadecimal digits. */
export function digestOf(...keys: readonly (string | number)[]): string {
  return hash('sha1', keys.join('\u0000'))
}

/** A digest of the keys in the form of a row id: a positive number below 2^31. */
export function numberOf(...keys: readonly (string | number)[]): number {
  return (Number.parseInt(digestOf(...keys).slice(0, 8), 16) >>> 1) + 1
}
