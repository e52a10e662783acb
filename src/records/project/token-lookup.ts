import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import type { Reader } from '#records/database.ts'

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
  const row = await reader
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select(['tokens.symbol', 'tokens.symbol_declared', 'tokens.name as token_name'])
    .select(['projects.slug', 'projects.name', 'cards.evidence as card', 'cards.scored_at'])
    .where('tokens.chain_id', '=', CHAIN_ID)
    .where('tokens.address', '=', address)
    .where('projects.state', '=', 'published')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    token: { address, symbol: row.symbol, symbolDeclared: row.symbol_declared, name: row.token_name },
    project: { slug: row.slug as Slug, name: row.name },
    evidence: row.card === null ? NEVER_SCORED : (row.card as CardEvidence),
    scoredAt: row.scored_at,
  }
}
