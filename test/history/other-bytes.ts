import type { Finding } from './finding.ts'
import { type Exchange, entriesOf, grouped, type History, type Visibility } from './history.ts'

/** Parts of the ledger that have one address and one position, but different bodies. */
export function otherBytes(history: History): readonly Finding[] {
  const acts = entriesOf(history, 'visibility')
  const lists = entriesOf(history, 'exchange').flatMap((exchange) => {
    const since = actsBefore(exchange, acts)
    return isLedgerList(exchange) && since !== undefined ? [{ exchange, since }] : []
  })
  const same = grouped(
    lists,
    ({ exchange: { path, position }, since }) => `${path} at position ${position} after ${since} acts`,
  )
  return [...same].flatMap(([name, those]) => {
    const [one, other] = new Set(those.map(({ exchange }) => exchange.body))
    if (one === undefined || other === undefined) return []
    const detail = `${name}: ${differenceOf(one, other)}`
    return [{ property: 'equal position has other bytes', detail } as const]
  })
}

function isLedgerList({ path, status, position }: Exchange): boolean {
  return path.startsWith('/api/changes') && status === 200 && position !== undefined
}

/**
 * The number of hidings and publications that a read has seen. Undefined when the answers before and after one of them
 * are both right.
 */
function actsBefore(read: Exchange, acts: readonly Visibility[]): number | undefined {
  const begun = acts.filter(({ begunAt }) => begunAt <= read.endedAt)
  return begun.every((act) => isSeen(act, read)) ? begun.length : undefined
}

/**
 * Whether a read has surely seen a hiding or publication. Hiding returns only when every standby hides the project. A
 * publication is replayed before any later position.
 */
function isSeen({ becomes, position, endedAt }: Visibility, read: Exchange): boolean {
  if (becomes === 'hidden') return endedAt < read.sentAt
  return read.position !== undefined && read.position > position
}

const SHOWN = 60

/** The two texts around their first difference. */
function differenceOf(one: string, other: string): string {
  const characters = [...one]
  const first = characters.findIndex((character, index) => character !== other[index])
  const from = Math.max(0, (first < 0 ? one.length : first) - SHOWN)
  const [here, there] = [one, other].map((text) => text.slice(from, from + 2 * SHOWN))
  return `"…${here}…" and "…${there}…"`
}
