import DataLoader from 'dataloader'
import type { ChangePrecision } from '#contract/enums.ts'
import { BUILDER_SIDE_TYPES, type ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type CardRecord, type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import { namedStatement, type Reader, runNamed } from '#records/database.ts'
import { CODE_WEEK } from '#records/ledger/changes.ts'

type Token = { readonly chainId: number; readonly address: ContractAddress }

/** What was found under a token, and the position of the ledger at that moment. */
type FoundCard = { readonly record: CardRecord | undefined; readonly position: number }

/**
 * The published project of a token with the evidence of its card. Undefined for a token of no published project: an
 * unknown contract, a draft and a hidden project look the same here. Tokens of requests that arrive together are read in
 * one statement.
 * @source contract, Partner Card
 */
export function loadCardEvidence(token: Token, reader: Reader): Promise<FoundCard> {
  const loader = loaders.get(reader) ?? openLoader(reader)
  loaders.set(reader, loader)
  return loader.load(token)
}

/** The same for many tokens, in their order and all of one moment. */
export async function loadCardsEvidence(
  tokens: readonly Token[],
  reader: Reader,
): Promise<readonly FoundCard[]> {
  if (tokens.length === 0) return []
  const values = [tokens.map(({ chainId }) => chainId), tokens.map(({ address }) => address)]
  const rows = await runNamed<CardRow>({ statement: CARDS, values }, reader)
  return rows.map((row) => ({ record: toCardRecord(row), position: row.position }))
}

type CardLoader = DataLoader<Token, FoundCard>
const loaders = new WeakMap<Reader, CardLoader>()
const MOST_AT_ONCE = 100

/** Collects the tokens of all requests that arrive in one turn of the event loop. */
function openLoader(reader: Reader): CardLoader {
  return new DataLoader((tokens) => loadCardsEvidence(tokens, reader), {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    batchScheduleFn: setImmediate,
  })
}

const BUILDER_SIDE = BUILDER_SIDE_TYPES.map((type) => `'${type}'`).join(', ')

/**
 * Whether the ledger has not gone over the project since it was published: the mark of its publication stands. As SQL,
 * for a query that joins `projects` and, as `work`, its `project_work`.
 */
export const AWAITS_LEDGER = 'coalesce(work.ledger_due_since <= projects.published_at, false)'

/**
 * The planner does not see how many values a subquery gives. So it plans once on a connection, by index, for any number
 * of tokens: planning each time took six times as long as running it for one token.
 */
const CARDS = namedStatement(`
  select ledger_state.head as position, found.*
  from ledger_state
  cross join unnest((select $1::integer[]), (select $2::text[])) with ordinality as given(chain_id, address, place)
  left join lateral (
    select projects.slug, projects.name,
      case when change.id is not null or not ${AWAITS_LEDGER} then ledger_state.last_run_at end as ledger_ran_at,
      cards.scored_at, cards.evidence as card, change.id, change.type, change.summary, change.code_week,
      change.evidence_id, change.occurred_at, change.precision, change.detected_at
    from (
      select project_id from tokens
      where tokens.chain_id = given.chain_id and tokens.address = given.address
      limit 1
    ) tokens
    join projects on projects.id = tokens.project_id
    left join cards on cards.project_id = projects.id
    left join project_work as work on work.project_id = projects.id
    left join lateral (
      select id, type, summary, occurred_at, precision, detected_at, evidence[1] as evidence_id, ${CODE_WEEK} as code_week
      from changes as change
      where change.project_id = projects.id and superseded_by is null and op = 'upsert'
        and type in (${BUILDER_SIDE})
      order by first_position desc
      limit 1
    ) change on true
    where projects.state = 'published'
  ) found on true
  order by given.place`)

type CardRow = { readonly position: number } & (CardColumns | { readonly slug: null })
type CardColumns = ChangeColumns & {
  readonly slug: Slug
  readonly name: string
  readonly card: CardEvidence
  readonly scored_at: Instant | null
  readonly ledger_ran_at: Instant | null
}

function toCardRecord(row: CardColumns | { readonly slug: null }): CardRecord | undefined {
  if (row.slug === null) return undefined
  return {
    project: { slug: row.slug, name: row.name },
    evidence: row.scored_at === null ? NEVER_SCORED : row.card,
    scoredAt: row.scored_at,
    latestChange: toLatestChange(row),
    ledgerRanAt: row.ledger_ran_at,
  }
}

type ChangeColumns = {
  id: string | null
  type: ChangeType | null
  summary: string | null
  code_week: CodeWeekFacts | null
  evidence_id: EvidenceId | null
  occurred_at: Instant | null
  precision: ChangePrecision | null
  detected_at: Instant | null
}

function toLatestChange(row: ChangeColumns): LatestChange | null {
  const { id, type, summary, precision, detected_at: detectedAt } = row
  if (id === null || type === null || summary === null || precision === null) return null
  if (detectedAt === null) return null
  return {
    id,
    type,
    summary,
    codeWeek: row.code_week,
    occurredAt: row.occurred_at,
    precision,
    detectedAt,
    evidenceId: row.evidence_id,
  }
}
