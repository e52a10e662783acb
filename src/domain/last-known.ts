import type { Instant } from '#contract/time.ts'

/** The last status that was known and confirmed, and when it was first concluded. */
export type LastKnown<Status> = { readonly lastKnown: Status; readonly lastKnownSince: Instant }

type Before = {
  readonly status: string
  readonly since: Instant
  readonly lastKnown?: string | null
  readonly lastKnownSince?: Instant
}

/**
 * When a status was first concluded. A status equal to the previous one keeps its time. So does the last known status
 * when it is concluded again after it was unknown or not confirmed. Any other status is new.
 */
export function statusSince(status: string, previous: Before | null, now: Instant): Instant {
  if (previous === null) return now
  if (previous.status === status) return previous.since
  const { lastKnown, lastKnownSince } = previous
  return lastKnown === status && lastKnownSince !== undefined ? lastKnownSince : now
}
