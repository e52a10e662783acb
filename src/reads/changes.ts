import { fail } from '#contract/errors.ts'
import { ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { CURSOR_EXPECTED } from '#contract/parameters/parameter.ts'
import { type FeedStart, readFeed } from '#ledger/feed.ts'
import { toChangeEvent } from '#views/changes/change.ts'
import { listItems } from '#views/lists/list-items.ts'
import type { ReadDeps } from './deps.ts'

export async function readChanges(input: Input<'changes'>, deps: ReadDeps): Promise<Output<'changes'>> {
  const { reader, now, site } = deps
  const filters = known({
    project: input.project,
    contract: input.contract,
    domains: input.domain,
    types: input.type,
    since: input.since,
    until: input.until,
  })
  const list = await readFeed({ ...startOf(input), filters, limit: input.limit }, reader)
  const { rows, nextCursor } = list
  if (!list.issued) refuseCursor(input)
  return {
    ...listItems(rows, {
      name: ({ id }) => id,
      build: (entry) => toChangeEvent(entry, { now, ...site }),
    }),
    nextCursor,
    ...ignoredField(input),
  }
}

function startOf({ after, before, cursor, detectedSince }: Input<'changes'>): FeedStart {
  if (before !== undefined) return { mode: 'browse', position: before.position }
  const from = after ?? cursor
  if (from !== undefined) return from
  return detectedSince === undefined ? { mode: 'browse' } : { mode: 'sync', detectedSince }
}

/** Refuses a position past the head like a malformed cursor. */
function refuseCursor(input: Input<'changes'>): never {
  const parameter = CURSORS.find((name) => input[name] !== undefined)
  return fail('invalid_cursor', { detail: { parameter, expected: CURSOR_EXPECTED } })
}

const CURSORS = ['after', 'before', 'cursor'] as const
