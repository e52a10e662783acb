import { CHAIN_ID } from '#contract/ids.ts'
import type { RetractEvent, UpsertEvent } from '#contract/shapes/change.ts'
import type { Instant } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'

/** The change event of a ledger entry, for /api/changes and webhooks. */
export function toChangeEvent(
  entry: LedgerEntry,
  deps: Site & { readonly now: Instant },
): UpsertEvent | RetractEvent {
  const { id, revision, recordedAt } = entry
  if (entry.op === 'retract') return { id, revision, op: 'retract', recordedAt }
  return {
    id,
    revision,
    op: 'upsert',
    type: entry.type,
    domain: entry.domain,
    project: entry.project === null ? null : projectReference(entry.project, deps),
    contract: entry.contract === null ? null : `${CHAIN_ID}:${entry.contract as `0x${string}`}`,
    recordedAt,
    occurredAt: entry.occurredAt,
    detectedAt: entry.detectedAt,
    precision: entry.precision,
    origin: entry.origin,
    summary: entry.summary,
    summaryCurrent: summaryCurrent(entry, deps.now),
    facts: { ...entry.facts },
    evidence: [...entry.evidence],
  }
}

/** The summary as recorded, or for a code week the title that its ship has now. */
function summaryCurrent({ summary, codeWeek }: Extract<LedgerEntry, { op: 'upsert' }>, now: Instant): string {
  return codeWeek === null ? summary : codeWeekTitle(codeWeek, now)
}
