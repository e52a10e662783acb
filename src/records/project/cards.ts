import type { ActivityStatus, MarketStatus, ResearchLevel, TokenVerification } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { ProjectListing } from '#domain/project/project-list.ts'
import type { Reader, Writer } from '#records/database.ts'
import { saveListings } from './listing.ts'

/** A project's card: the evidence of its answers, and its listing. */
export type CardRow = {
  readonly projectId: string
  readonly activityStatus: ActivityStatus
  readonly tokenVerification: TokenVerification
  readonly researchLevel: ResearchLevel
  readonly marketStatus: MarketStatus
  readonly meaningfulShips30d: number | null
  readonly lastActivityAt: Instant | null
  readonly evidence: CardEvidence
  readonly listing: ProjectListing
}

/** Writes the cards and listings of projects just evaluated. */
export async function saveCards(
  input: { cards: readonly CardRow[]; now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.cards.length === 0) return
  await writer
    .insertInto('cards')
    .values(
      input.cards.map((card) => ({
        project_id: card.projectId,
        scored_at: input.now,
        activity_status: card.activityStatus,
        token_verification: card.tokenVerification,
        research_level: card.researchLevel,
        market_status: card.marketStatus,
        meaningful_ships_30d: card.meaningfulShips30d,
        last_activity_at: card.lastActivityAt,
        evidence: JSON.stringify(card.evidence),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((row) => ({
        scored_at: row.ref('excluded.scored_at'),
        activity_status: row.ref('excluded.activity_status'),
        token_verification: row.ref('excluded.token_verification'),
        research_level: row.ref('excluded.research_level'),
        market_status: row.ref('excluded.market_status'),
        meaningful_ships_30d: row.ref('excluded.meaningful_ships_30d'),
        last_activity_at: row.ref('excluded.last_activity_at'),
        evidence: row.ref('excluded.evidence'),
      })),
    )
    .execute()
  await saveListings(input.cards, writer)
}

/** Which of these projects were ever scored. */
export async function getScoredIds(
  projectIds: readonly string[],
  reader: Reader,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('cards')
    .select('project_id')
    .where('project_id', 'in', [...projectIds])
    .execute()
  return rows.map((row) => row.project_id)
}
