/** Tells how far behind the primary a standby is. */
type LagClock = {
  /** At that time the primary had written its log to this place. */
  readonly saw: (log: bigint, atMs: number) => void
  /**
   * Milliseconds since the primary had written no more than the standby has replayed; undefined when that is longer ago
   * than the clock remembers. While the primary cannot be seen, the lag of every standby grows.
   */
  readonly lagMsOf: (replayed: bigint, nowMs: number) => number | undefined
}

/** A clock that remembers what the primary had written in the last `rememberedMs`. */
export function openLagClock(rememberedMs: number): LagClock {
  let seen: readonly { readonly log: bigint; readonly atMs: number }[] = []
  return {
    saw(log, atMs) {
      // The times at which the log had the same end are as good as the last of them. A standby that was promoted can
      // have less than the primary before it.
      const kept = seen.filter((one) => atMs - one.atMs <= rememberedMs && one.log < log)
      seen = [...kept, { log, atMs }]
    },
    lagMsOf(replayed, nowMs) {
      const reached = seen.findLast(({ log }) => log <= replayed)
      return reached && nowMs - reached.atMs
    },
  }
}
