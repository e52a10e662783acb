import type { ContractAddress } from '#contract/ids.ts'
import type { RegistryState } from '#records/attention/registry-listings.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { GECKOTERMINAL_NETWORK } from './rest.ts'

const ID_LENGTH_MAX = 200

/**
 * Whether CoinGecko lists the token, from GeckoTerminal's answer about the token. `registryId` is the id at CoinGecko,
 * or null when the token is not listed. Undefined for another token or another form. No other field is read.
 */
export function parseCoinId(body: unknown, token: ContractAddress): RegistryState | undefined {
  if (textAt(body, 'data', 'id')?.toLowerCase() !== `${GECKOTERMINAL_NETWORK}_${token}`) return undefined
  const registryId = fieldAt(body, 'data', 'attributes', 'coingecko_coin_id')
  if (registryId === null) return { listed: false, registryId }
  return isName(registryId) ? { listed: true, registryId } : undefined
}

/**
 * Whether a value is a CoinGecko id that can be stored whole. An id is never shortened, because a shortened id can be
 * that of another coin.
 */
function isName(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false
  return value.length <= ID_LENGTH_MAX && value.isWellFormed() && !value.includes('\u0000')
}
