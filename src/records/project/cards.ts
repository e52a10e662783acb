import type { Insertable } from 'kysely'
import type { MarketStatus, ResearchLevel, TokenVerification } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { anyOf } from '#records/any-of.ts'
import { excluded, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Cards } from '#records/tables.ts'
import { type Evaluated, saveListings } from './listing.ts'

/** The card of a project: the evidence of its answers, and its listing. */
export type CardRow = Evaluated & {
  readonly tokenVerification: TokenVerification
  readonly researchLevel: ResearchLevel
  readonly marketStatus: MarketStatus
  readonly evidence: CardEvidence
}

const EVALUATED = [
  'scored_at',
  'activity_status',
  'token_verification',
  'research_level',
  'market_status',
  'meaningful_ships_30d',
  'last_activity_at',
  'evidence',
] as const

/** Writes the cards and listings of projects just evaluated. */
export async function saveCards(
  input: { cards: readonly CardRow[]; now: Instant },
  writer: Writer,
): Promise<void> {
  const { cards, now } = input
  if (cards.length === 0) return
  await writer
    .insertInto('cards')
    .values(
      cards.map(({ listing: _, ...card }) =>
        toColumns<Insertable<Cards>>({ ...card, scoredAt: now, evidence: JSON.stringify(card.evidence) }),
      ),
    )
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(excluded(...EVALUATED)))
    .execute()
  await saveListings(cards, writer)
}

/** Those of these projects that were ever scored. */
export async function getScoredIds(
  projectIds: readonly string[],
  reader: Reader,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('cards')
    .select('project_id')
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .execute()
  return rows.map((row) => row.project_id)
}
