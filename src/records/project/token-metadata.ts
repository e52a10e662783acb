import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { RegisteredToken } from '#domain/project/dossier-record.ts'
import type { Writer } from '#records/database.ts'
import { saveListedIdentity } from './listing.ts'

/** A token's metadata as its contract answers; null where it gives no readable answer. */
type TokenMetadata = Pick<RegisteredToken, 'name' | 'symbol' | 'decimals' | 'totalSupply'>

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
