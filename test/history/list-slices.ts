import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, type History, type LedgerRow, type Visibility } from './history.ts'

/** The limit of a request without `limit`. @source contract, /api/changes */
const DEFAULT_LIMIT = 50

type LedgerList = {
  readonly items: readonly Pick<LedgerRow, 'id' | 'revision' | 'op'>[]
  readonly nextCursor: string
}

/** The ledger with the position at which each revision is superseded. */
type Revisions = readonly { readonly row: LedgerRow; readonly supersededAt: number }[]

/**
 * A part in ledger order must hold the newest revisions right after its cursor, as they stood at the position of the
 * answer, without a hole, an overlap or an early end.
 */
export function brokenLists(history: History): readonly Finding[] {
  const revisions = revisionsOf(history.ledger)
  const acts = entriesOf(history, 'visibility')
  return entriesOf(history, 'exchange').flatMap((exchange) => {
    const asked = askedOf(exchange)
    if (asked === undefined) return []
    const why = faultOf(exchange, { ...asked, revisions, acts })
    return why === undefined
      ? []
      : [{ property: 'list is not a slice', detail: `${nameOf(exchange)}: ${why}` } as const]
  })
}

/** The newest revision of each event comes last, so the walk goes from the end. */
function revisionsOf(ledger: readonly LedgerRow[]): Revisions {
  const newer = new Map<string, number>()
  return ledger
    .toSorted((one, other) => other.position - one.position)
    .map((row) => {
      const supersededAt = newer.get(row.id) ?? Number.POSITIVE_INFINITY
      newer.set(row.id, row.position)
      return { row, supersededAt }
    })
    .toReversed()
}

/** The cursor and the limit of a request for an unfiltered part in ledger order; undefined for another request. */
function askedOf({ path, status }: Exchange): { after: number; limit: number } | undefined {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const after = /^c1\.(\d+)$/.exec(searchParams.get('after') ?? '')?.[1]
  if (status !== 200 || pathname !== '/api/changes' || after === undefined) return undefined
  return { after: Number(after), limit: Number(searchParams.get('limit') ?? DEFAULT_LIMIT) }
}

function faultOf(
  exchange: Exchange,
  asked: {
    readonly after: number
    readonly limit: number
    readonly revisions: Revisions
    readonly acts: readonly Visibility[]
  },
): string | undefined {
  const { after, limit, revisions, acts } = asked
  const { position, body } = exchange
  if (position === undefined) return 'it has no position'
  const list = JSON.parse(body) as LedgerList
  const stood = revisions
    .filter(
      ({ row, supersededAt }) => row.position > after && row.position <= position && supersededAt > position,
    )
    .map(({ row }) => row)
  const expected = stood.slice(0, list.items.length)
  const wrong = list.items.findIndex((item, index) => !isSame(item, expected[index]))
  if (wrong >= 0)
    return `item ${wrong} is ${wordsOf(list.items[wrong])}, expected ${wordsOf(expected[wrong])}`
  const end = expected.at(-1)?.position ?? after
  if (list.nextCursor !== `c1.${end}`) return `nextCursor is ${list.nextCursor}, expected c1.${end}`
  const next = stood[list.items.length]
  const isEnd = list.items.length >= limit || next === undefined || mayBeHidden(next, exchange, acts)
  return isEnd ? undefined : `it ends before ${wordsOf(next)}`
}

function isSame(item: LedgerList['items'][number], row: LedgerRow | undefined): boolean {
  return item.id === row?.id && item.revision === row.revision && item.op === row.op
}

/** Whether a part may end before this event: parts end before events of a hidden project that are not yet retracted. */
function mayBeHidden({ slug, op }: LedgerRow, read: Exchange, acts: readonly Visibility[]): boolean {
  return (
    op === 'upsert' &&
    acts.some((act) => act.slug === slug && act.becomes === 'hidden' && act.begunAt <= read.endedAt)
  )
}

function wordsOf(row: Pick<LedgerRow, 'id' | 'revision'> | undefined): string {
  return row === undefined ? 'nothing' : `revision ${row.revision} of ${row.id}`
}
