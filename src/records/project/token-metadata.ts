import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'
import { saveListedIdentity } from './listing.ts'

/** What a token's contract says of itself; null where it does not answer, answers nothing or answers unreadably. */
export type TokenMetadata = {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  /** In the token's smallest unit, as decimal digits. */
  readonly totalSupply: string | null
}

/** Writes a token's metadata as its contract answered at `now`, also to its project's listing. @throws Error when the token is not in the catalogue */
export async function saveTokenMetadata(
  input: { readonly address: ContractAddress; readonly metadata: TokenMetadata; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { name, symbol, decimals, totalSupply } = input.metadata
  const token = await writer
    .updateTable('tokens')
    .set({ name, symbol, decimals, total_supply: totalSupply, metadata_read_at: input.now })
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', input.address)
    .returning('project_id')
    .executeTakeFirstOrThrow()
  await saveListedIdentity([token.project_id], writer)
}

/** What a token's contract said when last read; undefined when the token is unknown or was never read. */
export async function findTokenMetadata(
  address: ContractAddress,
  reader: Reader,
): Promise<(TokenMetadata & { readonly readAt: Instant }) | undefined> {
  const row = await reader
    .selectFrom('tokens')
    .select(['name', 'symbol', 'decimals', 'total_supply', 'metadata_read_at'])
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined || row.metadata_read_at === null) return undefined
  return {
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    totalSupply: row.total_supply,
    readAt: row.metadata_read_at,
  }
}
