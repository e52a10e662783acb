import { isRetryable, LedgerError, ServiceError } from './errors.ts'
import type { Operations } from './generated/operations.ts'
import type { ChangeEvent, ChangeList } from './generated/types.ts'
import { pause, pauseAfter } from './pause.ts'
import type { Ask } from './request.ts'

const POLL_MS = 5000
const START = 'c1.0'

type Filters = Pick<Operations['listChanges']['params'], 'project' | 'contract' | 'domain' | 'type' | 'limit'>
export type MirrorOptions = Filters & {
  /** Where to resume: the `resumeAfter` of the last change that was stored. Without it, the start of the ledger. */
  readonly after?: string | undefined
  /** Ends the mirror when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** False ends it at the newest change; otherwise it waits for further ones. */
  readonly follow?: boolean
  /** Pause at the newest change in milliseconds; 5 seconds by default. */
  readonly pollMs?: number
  /** Called with each temporary failure, and the pause before the next request in milliseconds. */
  readonly onRetry?: ((error: Error, waitMs: number) => void) | undefined
}
/** A change in ledger order, and where to resume once it is stored. */
export type MirroredChange = {
  /** `upsert`: keep it if its revision is higher than that of the copy. `retract`: delete the copy with its id. */
  readonly change: ChangeEvent
  readonly resumeAfter: string
}
/** Changes in ledger order after the cursor `after`, to be stored together. `resumeAfter` is the cursor after them. */
export type MirroredList = {
  readonly after: string
  readonly changes: readonly ChangeEvent[]
  readonly resumeAfter: string
}

/**
 * The changes of the ledger, each with the position to resume after. Within a list the position names the change and is
 * no index: when a later revision replaces an earlier change of the list, no change is skipped.
 */
export async function* mirrorChanges(
  ask: Ask,
  options: MirrorOptions,
): AsyncGenerator<MirroredChange, void, undefined> {
  for await (const { changes, after, resumeAfter } of mirrorLists(ask, options))
    for (const [index, change] of changes.entries()) {
      const isLast = index === changes.length - 1
      yield { change, resumeAfter: isLast ? resumeAfter : `${after} ${change.revision} ${change.id}` }
    }
}

/** The changes of the ledger as lists that are not empty, until the signal or, without `follow`, the newest change. */
export async function* mirrorLists(
  ask: Ask,
  options: MirrorOptions,
): AsyncGenerator<MirroredList, void, undefined> {
  const { after: resumed = START, follow = true, pollMs = POLL_MS, signal, onRetry, ...given } = options
  const [first = START, revision, ...id] = resumed.split(' ')
  let after = first
  let stored: string | undefined = `${revision} ${id.join(' ')}`
  while (signal?.aborted !== true) {
    const list = await readList(ask, { limit: 100, ...given, after }, { signal, onRetry })
    if (list === undefined) return
    const resumeAfter = checkedCursor(list, after)
    const held = list.items.findIndex((change) => `${change.revision} ${change.id}` === stored)
    const changes = list.items.slice(held + 1)
    if (changes.length > 0) yield { after, changes, resumeAfter }
    stored = undefined
    if (resumeAfter === after) {
      if (!follow) return
      await pause(pollMs, signal)
    }
    after = resumeAfter
  }
}

/** Repeats the request for a list until it is answered; undefined when the signal comes first. */
async function readList(
  ask: Ask,
  params: Operations['listChanges']['params'],
  { signal, onRetry }: Pick<MirrorOptions, 'signal' | 'onRetry'>,
): Promise<ChangeList | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask('listChanges', params, { retries: 0, signal })
    } catch (error) {
      if (signal?.aborted) return undefined
      if (error instanceof ServiceError && error.code === 'invalid_cursor')
        throw new LedgerError(`${params.after}: ${error.message}`, { cause: error })
      if (!isRetryable(error)) throw error
      const waitMs = pauseAfter(attempt, error)
      onRetry?.(error, waitMs)
      await pause(waitMs, signal)
    }
  }
}

/**
 * The cursor of the next list. It never goes back, and it passes at least as many positions as the list has changes: a
 * missing position would be a missing change.
 */
function checkedCursor({ items, nextCursor }: ChangeList, after: string): string {
  const passed = positionOf(nextCursor) - positionOf(after)
  if (nextCursor === null || passed < 0 || items.length > passed)
    throw new LedgerError(`${items.length} changes after ${after}, then ${nextCursor}`)
  return nextCursor
}

/** The position of a cursor. NaN for a cursor of another form: it is not compared, so it passes the check. */
function positionOf(cursor: string | null): number {
  return Number(/^c1\.(\d+)$/.exec(cursor ?? '')?.[1])
}
