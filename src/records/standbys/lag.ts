/** Measures how far a standby is behind the primary. */
type LagClock = {
  /** Records that the primary had written its log up to `log` at the time `atMs`. */
  readonly saw: (log: bigint, atMs: number) => void
  /**
   * Milliseconds since the primary's log was last no longer than the standby has replayed; undefined when that is
   * longer ago than the clock remembers. While the primary cannot be reached, the lag of every standby grows.
   */
  readonly lagMsOf: (replayed: bigint, nowMs: number) => number | undefined
}

/** A clock that remembers the primary's log of the last `rememberedMs`. */
export function openLagClock(rememberedMs: number): LagClock {
  let seen: readonly { readonly log: bigint; readonly atMs: number }[] = []
  return {
    saw(log, atMs) {
      // Of several times at which the log had the same end, only the last matters. A promoted standby can have less log
      // than the primary before it.
      const kept = seen.filter((one) => atMs - one.atMs <= rememberedMs && one.log < log)
      seen = [...kept, { log, atMs }]
    },
    lagMsOf(replayed, nowMs) {
      const reached = seen.findLast(({ log }) => log <= replayed)
      return reached && nowMs - reached.atMs
    },
  }
}
