import { type Instant, parseInstant, toInstant } from '#contract/time.ts'

/** The instant of a timestamp inside JSON, which PostgreSQL writes with an offset. */
export function instantIn(json: string): Instant {
  const instant = parseInstant(json)
  return instant === undefined ? toInstant(Temporal.Instant.from(json).toString()) : instant
}
