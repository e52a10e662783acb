import { type Instant, instantOfMs } from '#contract/time.ts'

/** The instant of a timestamp inside JSON, which PostgreSQL writes with an offset and up to six decimals. */
export function instantIn(json: string): Instant {
  return instantOfMs(Temporal.Instant.from(json).epochMilliseconds)
}
