import DataLoader from 'dataloader'
import { BUILDER_SIDE_TYPES } from '#contract/events.ts'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type CardRecord, type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import type { OrNull } from '#records/counted-rows.ts'
import { namedStatement, type Reader, runNamed } from '#records/database.ts'
import { ANNOUNCED_WEEK, WEEK_SHIP } from '#records/ledger/changes.ts'
import { STANDING_TOKEN } from './shown-token.ts'

/** The project of a token, and the ledger's position when both were read. */
type FoundCard = { readonly record: CardRecord | undefined; readonly position: number }

/**
 * The published project of a token on the indexed chain, with the evidence of its card. Undefined for a token of no
 * published project: an unknown contract, a draft and a hidden project look the same here. Tokens of requests that
 * arrive together are read in one statement.
 * @source contract, Partner Card
 */
export function loadCardEvidence(token: ContractAddress, reader: Reader): Promise<FoundCard> {
  const loader = loaders.get(reader) ?? openLoader(reader)
  loaders.set(reader, loader)
  return loader.load(token)
}

/** The cards of many tokens, as `loadCardEvidence` gives them, in the order of the tokens and all on one snapshot. */
export async function loadCardsEvidence(
  tokens: readonly ContractAddress[],
  reader: Reader,
): Promise<readonly FoundCard[]> {
  if (tokens.length === 0) return []
  const rows = await runNamed<CardRow>({ statement: CARDS, values: [tokens] }, reader)
  return rows.map((row) => ({ record: toCardRecord(row), position: row.position }))
}

type CardLoader = DataLoader<ContractAddress, FoundCard>
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
 * Whether the ledger has not yet compared the project since its publication, which marked it. As SQL, for a query that
 * joins `projects` and, as `work`, its `project_work`.
 */
export const AWAITS_LEDGER = 'coalesce(work.ledger_due_since <= projects.published_at, false)'

/**
 * The tokens are in a subquery because the planner does not see how many values it gives. So the statement is planned
 * once on a connection, by index, for any number of tokens. Planning each time took six times as long as reading one
 * token.
 */
const CARDS = namedStatement(`
  select ledger_state.head as position, found.*
  from ledger_state
  cross join unnest((select $1::text[])) with ordinality as given(address, place)
  left join lateral (
    select projects.slug, projects.name,
      case when change.id is not null or not ${AWAITS_LEDGER} then ledger_state.last_run_at end as "ledgerRanAt",
      cards.scored_at as "scoredAt", cards.evidence as card, change.*,
      coalesce(week.facts -> 'codeWeek', change."announcedWeek") as "codeWeek",
      week.occurred_at as "weekOccurredAt", week.detected_at as "weekDetectedAt"
    from (
      select project_id from tokens
      where tokens.chain_id = ${CHAIN_ID} and tokens.address = given.address and ${STANDING_TOKEN}
      limit 1
    ) tokens
    join projects on projects.id = tokens.project_id
    left join cards on cards.project_id = projects.id
    left join project_work as work on work.project_id = projects.id
    left join lateral (
      select id, type, summary, occurred_at as "occurredAt", precision, detected_at as "detectedAt",
        evidence[1] as "evidenceId", ${ANNOUNCED_WEEK} as "announcedWeek", ${WEEK_SHIP} as "weekShip"
      from changes as change
      where change.project_id = projects.id and superseded_by is null and op = 'upsert'
        and type in (${BUILDER_SIDE})
      order by first_position desc
      limit 1
    ) change on true
    left join ships as week on week.id = change."weekShip"
    where projects.state = 'published'
  ) found on true
  order by given.place`)

type CardRow = { readonly position: number } & (CardColumns | { readonly slug: null })
type ChangeColumns = OrNull<Omit<LatestChange, 'week'>> & {
  readonly codeWeek: CodeWeekFacts | null
  readonly weekOccurredAt: Instant | null
  readonly weekDetectedAt: Instant | null
}
type CardColumns = ChangeColumns &
  CardRecord['project'] &
  Pick<CardRecord, 'scoredAt' | 'ledgerRanAt'> & { readonly card: CardEvidence }

function toCardRecord(row: CardColumns | { readonly slug: null }): CardRecord | undefined {
  if (row.slug === null) return undefined
  const { slug, name, scoredAt, ledgerRanAt } = row
  return {
    project: { slug, name },
    evidence: scoredAt === null ? NEVER_SCORED : row.card,
    scoredAt,
    latestChange: toLatestChange(row),
    ledgerRanAt,
  }
}

function toLatestChange(row: ChangeColumns): LatestChange | null {
  const { id, type, summary, codeWeek, occurredAt, precision, detectedAt, evidenceId } = row
  if (id === null || type === null || summary === null || precision === null) return null
  if (detectedAt === null) return null
  const event = { id, type, summary, occurredAt, precision, detectedAt, evidenceId }
  if (codeWeek === null) return { ...event, week: null }
  const times =
    row.weekDetectedAt === null
      ? { occurredAt, detectedAt }
      : { occurredAt: row.weekOccurredAt, detectedAt: row.weekDetectedAt }
  return { ...event, week: { ...times, codeWeek } }
}
