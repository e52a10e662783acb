import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { RegisteredToken } from '#domain/project/dossier-record.ts'
import type { Writer } from '#records/database.ts'

/** What a token's contract says of itself; null where it does not answer, answers nothing or answers unreadably. */
type TokenMetadata = Pick<RegisteredToken, 'name' | 'symbol' | 'decimals' | 'totalSupply'>

/** Writes what a token's contract says, as read at `now`. @throws Error when the token is not in the catalogue */
export async function saveTokenMetadata(
  input: { readonly address: ContractAddress; readonly metadata: TokenMetadata; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { name, symbol, decimals, totalSupply } = input.metadata
  await writer
    .updateTable('tokens')
    .set({ name, symbol, decimals, total_supply: totalSupply, metadata_read_at: input.now })
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', input.address)
    .returning('address')
    .executeTakeFirstOrThrow()
}
