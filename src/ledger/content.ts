import { createHash } from 'node:crypto'
import { toInstant } from '#contract/time.ts'
import type { ChangeDraft, JsonValue } from '#domain/ledger/draft.ts'

type EventContent = Pick<ChangeDraft, 'summary' | 'facts' | 'evidence' | 'occurredAt' | 'precision'>

/**
 * Digest of an event's content: summary, facts, evidence, time and precision. Only a change of these makes a revision.
 */
export function contentDigestOf(draft: EventContent): string {
  return createHash('sha256').update(contentTextOf(draft)).digest('hex')
}

/** The text that is hashed. Equal content gives equal text. */
export function contentTextOf({ summary, facts, evidence, occurredAt, precision }: EventContent): string {
  const at = occurredAt === null ? null : toInstant(occurredAt)
  return `${at}\n${canonical([summary, facts, [...evidence], precision])}`
}

/** JSON with sorted object keys, so that equal values give equal text. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
