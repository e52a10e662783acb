import { saveTokenMetadata } from '#records/project/tokens.ts'
import type { Collector } from '../collector.ts'
import { atAddress } from '../provider-locator.ts'
import { parseAmount, parseDecimals, parseTokenText } from './metadata-text.ts'
import type { Hex } from './parse.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'
import { isContract } from './state.ts'

const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const TOTAL_SUPPLY = '0x18160ddd'

/** The name, symbol, decimals and total supply of a token's contract, at the safe block. */
export const tokenMetadata: Collector<ChainDeps> = {
  kind: 'token',
  stream: 'metadata',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 86_400,
  coverage: 'present_state',
  collect: answering(
    atAddress(async ({ address }, { chain }) => {
      const { safe } = await chain.head()
      const block = safe.number
      if (!isContract(await chain.code({ address, block })))
        return { outcome: 'missing', detail: 'no contract there' }
      const call = (data: Hex) => chain.call({ to: address, data, block })
      const [name, symbol, decimals, totalSupply] = await Promise.all([
        call(NAME),
        call(SYMBOL),
        call(DECIMALS),
        call(TOTAL_SUPPLY),
      ])
      const metadata = {
        name: parseTokenText(name),
        symbol: parseTokenText(symbol),
        decimals: parseDecimals(decimals),
        totalSupply: parseAmount(totalSupply),
      }
      return {
        outcome: 'fresh',
        save: (writer, { now }) => saveTokenMetadata({ address, metadata, now }, writer),
      }
    }),
  ),
}
