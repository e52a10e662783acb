import type { MarketReading } from '#domain/evidence.ts'

/** A provider's price and valuation of one pool's token. `supply` is in whole tokens, from the chain. */
export type ValuationInputs = {
  readonly priceUsd: number | undefined
  readonly marketCapUsd: number | undefined
  readonly fdvUsd: number | undefined
  readonly supply: number | undefined
}

/** A capitalisation of at least this share of the full supply's value is an FDV under another name. */
const FDV_SHARE = 0.98

/**
 * The valuation with its real kind: FDV when only an FDV is given, or when the capitalisation is at least 98% of the
 * FDV or of supply × price. Null when neither figure is given.
 */
export function toValuation(inputs: ValuationInputs): MarketReading['valuation'] {
  const { marketCapUsd, fdvUsd } = inputs
  if (marketCapUsd === undefined) return fdvUsd === undefined ? null : { usd: fdvUsd, kind: 'fdv' }
  if (!countsWholeSupply(marketCapUsd, inputs)) return { usd: marketCapUsd, kind: 'marketCap' }
  return { usd: fdvUsd ?? marketCapUsd, kind: 'fdv' }
}

function countsWholeSupply(marketCapUsd: number, { fdvUsd, priceUsd, supply }: ValuationInputs): boolean {
  if (fdvUsd !== undefined && marketCapUsd >= FDV_SHARE * fdvUsd) return true
  if (priceUsd === undefined || supply === undefined) return false
  return marketCapUsd >= FDV_SHARE * supply * priceUsd
}
