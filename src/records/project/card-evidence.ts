import { type ExpressionBuilder, sql } from 'kysely'
import type { ChangePrecision } from '#contract/enums.ts'
import { BUILDER_SIDE_TYPES, type ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type CardRecord, type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import type { Reader } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'

type Token = { readonly chainId: number; readonly address: ContractAddress }

/**
 * The published project of a token with all its cards are made of. Undefined for a contract no published project has:
 * one never seen, and one whose project is a draft or hidden, are the same here.
 * @source contract, Partner Card
 */
export async function loadCardEvidence(token: Token, reader: Reader): Promise<CardRecord | undefined> {
  const row = await selectCards(reader)
    .where('tokens.chain_id', '=', token.chainId)
    .where('tokens.address', '=', token.address)
    .executeTakeFirst()
  return row && toCardRecord(row)
}

/** The same of many tokens, in their order, in one statement. */
export async function loadCardsEvidence(
  tokens: readonly Token[],
  reader: Reader,
): Promise<readonly (CardRecord | undefined)[]> {
  if (tokens.length === 0) return []
  const rows = await selectCards(reader)
    .where(
      'tokens.address',
      'in',
      tokens.map(({ address }) => address),
    )
    .execute()
  const cards = new Map(rows.map((row) => [tokenName(row.chain_id, row.address), toCardRecord(row)]))
  return tokens.map(({ chainId, address }) => cards.get(tokenName(chainId, address)))
}

const tokenName = (chainId: number, address: string) => `${chainId}:${address}`

const selectCards = (reader: Reader) =>
  reader
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .crossJoin('ledger_state')
    .leftJoinLateral(latestBuilderChange, (join) => join.onTrue())
    .select(['tokens.chain_id', 'tokens.address', 'projects.slug', 'projects.name'])
    .select(['ledger_state.last_run_at', 'cards.scored_at', 'cards.evidence as card'])
    .select(['change.id', 'change.type', 'change.summary', 'change.code_week', 'change.evidence_id'])
    .select(['change.occurred_at', 'change.precision', 'change.detected_at'])
    .where('projects.state', '=', 'published')

function latestBuilderChange(from: ExpressionBuilder<Tables, 'projects'>) {
  return from
    .selectFrom('changes')
    .select(['changes.id', 'changes.type', 'changes.summary'])
    .select(sql<unknown>`case when type = 'build.code_activity' then facts -> 'codeWeek' end`.as('code_week'))
    .select(sql<string | null>`changes.evidence[1]`.as('evidence_id'))
    .select(['changes.occurred_at', 'changes.precision', 'changes.detected_at'])
    .whereRef('changes.project_id', '=', 'projects.id')
    .where('changes.superseded_by', 'is', null)
    .where('changes.op', '=', 'upsert')
    .where('changes.type', 'in', BUILDER_SIDE_TYPES)
    .orderBy('changes.first_position', 'desc')
    .limit(1)
    .as('change')
}

type CardColumns = ChangeColumns & {
  readonly card: unknown
  readonly slug: string
  readonly name: string
  readonly scored_at: Instant | null
  readonly last_run_at: Instant | null
}

function toCardRecord(row: CardColumns): CardRecord {
  return {
    project: { slug: row.slug as Slug, name: row.name },
    evidence: row.scored_at === null ? NEVER_SCORED : storedEvidence(row.card),
    scoredAt: row.scored_at,
    latestChange: toLatestChange(row),
    ledgerRanAt: row.last_run_at,
  }
}

type ChangeColumns = {
  id: string | null
  type: string | null
  summary: string | null
  code_week: unknown
  evidence_id: string | null
  occurred_at: Instant | null
  precision: string | null
  detected_at: Instant | null
}

function toLatestChange(row: ChangeColumns): LatestChange | null {
  const { id, type, summary, precision, detected_at: detectedAt } = row
  if (id === null || type === null || summary === null || precision === null) return null
  if (detectedAt === null) return null
  return {
    id,
    type: type as ChangeType,
    summary,
    codeWeek: row.code_week as CodeWeekFacts | null,
    occurredAt: row.occurred_at,
    precision: precision as ChangePrecision,
    detectedAt,
    evidenceId: row.evidence_id as EvidenceId | null,
  }
}

/** A card's claims as evaluate/ stored them: the one writer of the column takes a CardEvidence. */
function storedEvidence(card: unknown): CardEvidence {
  return card as CardEvidence
}
