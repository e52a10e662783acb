import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Block } from '../chain/parse.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'
import type { CallsPlace, ListedCall } from './transactions.ts'

/** The parts of a listing that were read so far, with the newest call first. `query` asks for the next part. */
export type ListedSoFar = {
  readonly calls: readonly ListedCall[]
  readonly oldest: CallsPlace | null
  readonly unread: readonly CallsPlace[]
  readonly parts: number
  readonly query: string
}

/** A listing that an earlier reading did not finish. It is complete from the block `safe` back to `oldest`. */
export type CallsWalk = ListedSoFar & { readonly safe: Block; readonly begunAt: Instant }

/** After this time an unfinished listing is read from its beginning again. */
const GOES_ON_MS = DAY_MS

/** A call as stored: block, index, transaction, time and selector. */
type StoredCall = readonly [number, number, string, Instant, string]

/**
 * The walk as the stream's position stores it. `after` is the block that the walk reads back to. `parts` is stored as
 * `pages`.
 */
export function storedWalk(walk: CallsWalk, after: number | null): { readonly walk: unknown } {
  const calls = walk.calls.map(
    ({ block, txIndex, tx, at, selector }): StoredCall => [block, txIndex, tx, at, selector],
  )
  const { parts, ...kept } = walk
  return { walk: { ...kept, pages: parts, after, calls } }
}

/**
 * The unfinished walk that this reading continues. Undefined when none is stored, when it began more than a day ago, or
 * when it reads back to another block.
 */
export function walkToGoOn(
  position: unknown,
  { after, now }: { readonly after: number | null; readonly now: Instant },
): CallsWalk | undefined {
  const walk = fieldAt(position, 'walk')
  const begunAt = instantAt(walk, 'begunAt')
  const number = countAt(walk, 'safe', 'number')
  const hash = textAt(walk, 'safe', 'hash')
  const at = instantAt(walk, 'safe', 'at')
  const parts = countAt(walk, 'pages')
  const query = textAt(walk, 'query')
  const calls = fieldAt(walk, 'calls')
  const unread = fieldAt(walk, 'unread')
  if (begunAt === null || number === undefined || hash === undefined || at === null) return undefined
  if (parts === undefined || query === undefined) return undefined
  if (!Array.isArray(calls) || !Array.isArray(unread)) return undefined
  if (msOf(now) > msOf(addMs(begunAt, GOES_ON_MS)) || fieldAt(walk, 'after') !== after) return undefined
  return {
    begunAt,
    parts,
    query,
    oldest: oldestOf(walk),
    unread: unread as readonly CallsPlace[],
    safe: { number, hash: hash as Block['hash'], at },
    calls: (calls as readonly StoredCall[]).map(([block, txIndex, tx, madeAt, selector]) => ({
      block,
      txIndex,
      tx,
      at: madeAt,
      selector,
    })),
  }
}

function oldestOf(walk: unknown): ListedSoFar['oldest'] {
  const block = countAt(walk, 'oldest', 'block')
  const at = instantAt(walk, 'oldest', 'at')
  return block === undefined || at === null ? null : { block, at }
}
