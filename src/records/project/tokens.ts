import { sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import type { RegisteredToken } from '#domain/project/dossier-record.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import { anyOf } from '#records/any-of.ts'
import { excluded, insertAll } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { saveListedIdentity } from './listing.ts'
import { STANDING_TOKEN } from './shown-token.ts'

const isStanding = sql.raw<boolean>(STANDING_TOKEN)

function tokenAt(address: ContractAddress, reader: Reader) {
  return reader
    .selectFrom('tokens')
    .where('tokens.chain_id', '=', CHAIN_ID)
    .where('tokens.address', '=', address)
}

/** The project (uuid) of each of these tokens, present or former; a token that never had one is absent. */
export async function getTokenHolders(
  addresses: readonly ContractAddress[],
  reader: Reader,
): Promise<ReadonlyMap<ContractAddress, string>> {
  const rows = await reader
    .selectFrom('tokens')
    .select(['address', 'project_id'])
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', anyOf(addresses, 'text'))
    .execute()
  return new Map(rows.map((row) => [row.address, row.project_id]))
}

/** A published token with its project. Invariant: `scoredAt` is null exactly while the project was never scored. */
type PublishedToken = {
  readonly token: ListedToken
  readonly project: { readonly slug: Slug; readonly name: string }
  readonly evidence: CardEvidence
  readonly scoredAt: Instant | null
}

/** The token at a contract with its published project; undefined when none is published for it. */
export async function findPublishedToken(
  address: ContractAddress,
  reader: Reader,
): Promise<PublishedToken | undefined> {
  const row = await tokenAt(address, reader)
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select(['tokens.symbol', 'tokens.symbol_declared', 'tokens.name as token_name'])
    .select(['projects.slug', 'projects.name', 'cards.evidence as card', 'cards.scored_at'])
    .where('projects.state', '=', 'published')
    .where(isStanding)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    token: { address, symbol: row.symbol, symbolDeclared: row.symbol_declared, name: row.token_name },
    project: { slug: row.slug, name: row.name },
    evidence: row.card === null ? NEVER_SCORED : row.card,
    scoredAt: row.scored_at,
  }
}

/** Whether a project names its token, by its last evaluation. */
export async function findTokenVerification(
  input: { projectId: string },
  reader: Reader,
): Promise<CardEvidence['tokenVerification']> {
  const row = await reader
    .selectFrom('cards')
    .select('evidence')
    .where('project_id', '=', input.projectId)
    .executeTakeFirst()
  return (row === undefined ? NEVER_SCORED : row.evidence).tokenVerification
}

/** The token's supply in whole tokens, as its contract answers; undefined while supply or decimals are unknown. */
export async function findTokenSupply(
  input: { address: ContractAddress },
  reader: Reader,
): Promise<number | undefined> {
  const row = await tokenAt(input.address, reader)
    .select(sql<string | null>`total_supply / power(10::numeric, decimals)`.as('supply'))
    .executeTakeFirst()
  return row?.supply == null ? undefined : Number.parseFloat(row.supply)
}

const toAddress = (row: { readonly address: ContractAddress }) => row.address

/** The contracts of the tokens that a project has now on the indexed chain; empty when it has none. */
export async function getTokenAddresses(
  input: { projectId: string },
  reader: Reader,
): Promise<readonly ContractAddress[]> {
  const rows = await reader
    .selectFrom('tokens')
    .select('address')
    .where('project_id', '=', input.projectId)
    .where(isStanding)
    .orderBy('address')
    .execute()
  return rows.map(toAddress)
}

/**
 * The token contracts of the project that a source belongs to; empty when the project has no token, or when only the
 * source itself says that it belongs to the project.
 */
export async function getTokensOfSource(
  input: { sourceId: string },
  reader: Reader,
): Promise<readonly ContractAddress[]> {
  const rows = await reader
    .selectFrom('sources')
    .innerJoin('tokens', 'tokens.project_id', 'sources.project_id')
    .select('tokens.address')
    .where('sources.id', '=', input.sourceId)
    .where('sources.established_by', '<>', 'self_reported')
    .where(isStanding)
    .orderBy('tokens.address')
    .execute()
  return rows.map(toAddress)
}

/** Those of these addresses that are or were the token of a project. */
export async function getTokensAmong(
  addresses: readonly ContractAddress[],
  reader: Reader,
): Promise<ReadonlySet<ContractAddress>> {
  if (addresses.length === 0) return new Set()
  const rows = await reader
    .selectFrom('tokens')
    .select('address')
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', anyOf(addresses, 'text'))
    .execute()
  return new Set(rows.map(toAddress))
}

/** A token that a project names as its own. */
export type CatalogueToken = {
  readonly projectId: string
  readonly address: ContractAddress
  readonly symbol: string | null
}

/**
 * Saves the tokens that projects name as their own, and updates their listings. Returns the projects whose token or
 * declared symbol is new. The present token of a project depends on its sources, not on this call.
 */
export async function saveCatalogueTokens(
  tokens: readonly CatalogueToken[],
  writer: Writer,
): Promise<readonly string[]> {
  if (tokens.length === 0) return []
  const rows = tokens.map(({ projectId, address, symbol }) => ({
    chain_id: CHAIN_ID,
    address,
    project_id: projectId,
    symbol_declared: symbol,
  }))
  const saved = await insertAll('tokens', rows, writer)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        .doUpdateSet(excluded('symbol_declared'))
        .whereRef('tokens.symbol_declared', 'is distinct from', 'excluded.symbol_declared'),
    )
    .returning('project_id')
    .execute()
  const projectIds = saved.map((row) => row.project_id)
  await saveListedIdentity(projectIds, writer)
  return projectIds
}

/** A token's metadata as its contract answers; null where it gives no readable answer. */
type TokenMetadata = Pick<RegisteredToken, 'name' | 'symbol' | 'decimals' | 'totalSupply'>

/**
 * Writes a token's metadata as its contract answered at `now`, also to its project's listing. @throws Error when the
 * token is not in the catalogue
 */
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
