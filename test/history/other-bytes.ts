import type { Finding } from './finding.ts'
import { type Exchange, entriesOf, grouped, type History, type Visibility } from './history.ts'

/** Ledger pages of one address that were read on one position, and differ. */
export function otherBytes(history: History): readonly Finding[] {
  const acts = entriesOf(history, 'visibility')
  const pages = entriesOf(history, 'exchange').flatMap((exchange) => {
    const since = actsBefore(exchange, acts)
    return isPage(exchange) && since !== undefined ? [{ exchange, since }] : []
  })
  const same = grouped(
    pages,
    ({ exchange: { path, position }, since }) => `${path} at position ${position} after ${since} acts`,
  )
  return [...same].flatMap(([name, those]) => {
    const bodies = new Set(those.map(({ exchange }) => exchange.body))
    if (bodies.size === 1) return []
    const detail = `${name} has ${bodies.size} bodies:\n${[...bodies].map(headOf).join('\n')}`
    return [{ property: 'equal position has other bytes', detail } as const]
  })
}

function isPage({ path, status, position }: Exchange): boolean {
  return path.startsWith('/api/changes') && status === 200 && position !== undefined
}

/** How many acts of visibility a read has seen; undefined when both an answer before an act and one after it are right. */
function actsBefore(read: Exchange, acts: readonly Visibility[]): number | undefined {
  const begun = acts.filter(({ begunAt }) => begunAt <= read.endedAt)
  return begun.every((act) => isSeen(act, read)) ? begun.length : undefined
}

/** Hiding returns when every standby hides the project. A publication is sure to be replayed with a later position. */
function isSeen({ becomes, position, endedAt }: Visibility, read: Exchange): boolean {
  if (becomes === 'hidden') return endedAt < read.sentAt
  return read.position !== undefined && read.position > position
}

const SHOWN_BYTES = 2000

function headOf(body: string): string {
  return body.slice(0, SHOWN_BYTES)
}
