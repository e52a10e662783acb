import { createHash } from 'node:crypto'
import { toInstant } from '#contract/time.ts'
import type { ChangeDraft, JsonValue } from '#domain/ledger/draft.ts'

type Said = Pick<ChangeDraft, 'summary' | 'facts' | 'evidence' | 'occurredAt' | 'precision'>

/** Digest of what an event says: summary, facts, evidence, time and precision. Nothing else makes a revision. */
export function saidOf(draft: Said): string {
  return createHash('sha256').update(textOfSaid(draft)).digest('hex')
}

/** The text the digest is made of, the same for equal content. */
export function textOfSaid({ summary, facts, evidence, occurredAt, precision }: Said): string {
  const at = occurredAt === null ? null : toInstant(occurredAt)
  return `${at}\n${canonical([summary, facts, [...evidence], precision])}`
}

/** JSON with the keys of every object in order, so that equal values make equal text. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
