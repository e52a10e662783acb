import DataLoader from 'dataloader'
import { type ExpressionBuilder, sql } from 'kysely'
import type { ChangePrecision } from '#contract/enums.ts'
import { BUILDER_SIDE_TYPES, type ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type CardRecord, type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import { prepareRead, type Reader } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { findParsedCard, keepParsedCard, type ParsedCard } from './parsed-cards.ts'

type Token = { readonly chainId: number; readonly address: ContractAddress }

/**
 * The published project of a token with all its cards are made of. Undefined for a contract no published project has:
 * one never seen, and one whose project is a draft or hidden, are the same here. Tokens asked for in one turn of the
 * event loop are read in one statement.
 * @source contract, Partner Card
 */
export function loadCardEvidence(token: Token, reader: Reader): Promise<CardRecord | undefined> {
  const loader = loaders.get(reader) ?? loaderOf(reader)
  loaders.set(reader, loader)
  return loader.load(token)
}

/** The same of many tokens, in their order, in one statement. */
export async function loadCardsEvidence(
  tokens: readonly Token[],
  reader: Reader,
): Promise<readonly (CardRecord | undefined)[]> {
  if (tokens.length === 0) return []
  const held = tokens.map(({ address }) => findParsedCard(address, reader))
  const rows = await readCards(
    {
      chainIds: tokens.map(({ chainId }) => chainId),
      addresses: tokens.map(({ address }) => address),
      versions: held.map((card) => (card === undefined ? NOT_HELD : card.version)),
    },
    reader,
  )
  const found = new Map(rows.map((row) => [row.place, row]))
  return tokens.map(({ address }, index) => {
    const row = found.get(index + 1)
    return row && toCardRecord(row, evidenceOf(row, { address, held: held[index] }, reader))
  })
}

const BATCH_AT_MOST = 50
const loaders = new WeakMap<Reader, DataLoader<Token, CardRecord | undefined>>()

function loaderOf(reader: Reader): DataLoader<Token, CardRecord | undefined> {
  return new DataLoader((tokens: readonly Token[]) => loadCardsEvidence(tokens, reader), {
    cache: false,
    maxBatchSize: BATCH_AT_MOST,
    batchScheduleFn: (run) => setImmediate(run),
  })
}

/** What a row says, parsed now unless it is still what it was when it was parsed before. */
function evidenceOf(
  row: CardColumns,
  { address, held }: { readonly address: ContractAddress; readonly held: ParsedCard | undefined },
  reader: Reader,
): CardEvidence {
  const { version } = row
  if (version === null) return NEVER_SCORED
  const evidence = version === held?.version ? held.evidence : storedEvidence(row.card)
  keepParsedCard(address, { version, evidence }, reader)
  return evidence
}

const NOT_HELD = ''
/** A version is of one row and of one transaction that wrote it. */
const VERSION = sql<string | null>`cards.project_id || ' ' || cards.xmin || ' ' || cards.scored_at`

type AskedCards = {
  readonly chainIds: readonly number[]
  readonly addresses: readonly string[]
  /** The version each was parsed at; its claims are sent again only where the row has another. */
  readonly versions: readonly string[]
}

const readCards = prepareRead('cards', ({ chainIds, addresses, versions }: AskedCards, reader) =>
  reader
    .selectFrom(
      // read through a subquery the planner sees no array's length, and so plans for any
      sql<{ chain_id: number; address: string; version: string; place: number }>`
        unnest((select ${chainIds}::int[]), (select ${addresses}::text[]), (select ${versions}::text[]))
        with ordinality`.as<'asked'>(sql`asked(chain_id, address, version, place)`),
    )
    .innerJoin('tokens', (join) =>
      join.onRef('tokens.chain_id', '=', 'asked.chain_id').onRef('tokens.address', '=', 'asked.address'),
    )
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .crossJoin('ledger_state')
    .leftJoinLateral(latestBuilderChange, (join) => join.onTrue())
    .select(['asked.place', 'projects.slug', 'projects.name', 'ledger_state.last_run_at', 'cards.scored_at'])
    .select(VERSION.as('version'))
    .select(
      sql<unknown>`case when ${VERSION} is distinct from asked.version then cards.evidence end`.as('card'),
    )
    .select(['change.id', 'change.type', 'change.summary', 'change.code_week', 'change.evidence_id'])
    .select(['change.occurred_at', 'change.precision', 'change.detected_at'])
    .where('projects.state', '=', sql.lit('published')),
)

function latestBuilderChange(from: ExpressionBuilder<Tables, 'projects'>) {
  return from
    .selectFrom('changes')
    .select(['changes.id', 'changes.type', 'changes.summary'])
    .select(sql<unknown>`case when type = 'build.code_activity' then facts -> 'codeWeek' end`.as('code_week'))
    .select(sql<string | null>`changes.evidence[1]`.as('evidence_id'))
    .select(['changes.occurred_at', 'changes.precision', 'changes.detected_at'])
    .whereRef('changes.project_id', '=', 'projects.id')
    .where('changes.superseded_by', 'is', null)
    .where('changes.op', '=', sql.lit('upsert'))
    .where(
      'changes.type',
      'in',
      BUILDER_SIDE_TYPES.map((type) => sql.lit(type)),
    )
    .orderBy('changes.first_position', 'desc')
    .limit(sql.lit(1))
    .as('change')
}

type CardColumns = ChangeColumns & {
  readonly place: number
  readonly version: string | null
  readonly card: unknown
  readonly slug: string
  readonly name: string
  readonly scored_at: Instant | null
  readonly last_run_at: Instant | null
}

function toCardRecord(row: CardColumns, evidence: CardEvidence): CardRecord {
  return {
    project: { slug: row.slug as Slug, name: row.name },
    evidence,
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
