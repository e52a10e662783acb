/** What a client asks of the ledger position of its answers. */
export type PositionOptions = {
  /**
   * Makes each answer at least as new as every answer that this client got before it. False by default: an answer can
   * then be read from a server that is behind, or be an older one of a cache.
   */
  readonly monotonicReads?: boolean
  /** Makes each answer at least as new as this position: the `position()` of another client. */
  readonly minPosition?: number | undefined
}

/** The ledger positions of one client. */
export type Positions = {
  /** The newest position that its answers have reached; undefined before the first. */
  readonly newest: () => number | undefined
  /** The header that asks for an answer which is new enough. */
  readonly asked: () => Readonly<Record<string, string>>
  /** Takes note of the position that an answer states; a refusal states one too. */
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
