/** How new the answers to a client must be, by their ledger position. */
export type PositionOptions = {
  /**
   * Makes each answer at least as new as every answer that this client got before. False by default: an answer can then
   * come from a server that is behind, or be an older one from a cache.
   */
  readonly monotonicReads?: boolean
  /** Makes each answer at least as new as this position: the `position()` of another client. */
  readonly minPosition?: number | undefined
}

/** The ledger positions of one client. */
export type Positions = {
  /** The newest position that its answers have reached. Before the first answer `minPosition`, or else undefined. */
  readonly newest: () => number | undefined
  /** The header that asks for a new enough answer. */
  readonly asked: () => Readonly<Record<string, string>>
  /** Notes the position in the headers of an answer. A refusal has one too. */
  readonly saw: (headers: Headers) => void
}

export function openPositions({ monotonicReads, minPosition }: PositionOptions): Positions {
  let newest = minPosition
  return {
    newest: () => newest,
    asked(): Readonly<Record<string, string>> {
      const least = monotonicReads ? newest : minPosition
      return least === undefined ? {} : { 'min-position': String(least) }
    },
    saw(headers) {
      const stated = Number(headers.get('svc-position') ?? Number.NaN)
      if (stated > (newest ?? -1)) newest = stated
    },
  }
}
