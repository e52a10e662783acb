import type { Finding } from './finding.ts'
import { entriesOf, type History } from './history.ts'

/** An acknowledged event that the ledger does not have at the end, at the position that was acknowledged. */
export function lostAppends(history: History): readonly Finding[] {
  const kept = new Set(history.ledger.map(({ position, id }) => `${position} ${id}`))
  return entriesOf(history, 'append')
    .filter(({ position, id }) => !kept.has(`${position} ${id}`))
    .map(({ session, position, id }) => ({
      property: 'acknowledged event is lost',
      detail: `${session} wrote ${id} at position ${position}`,
    }))
}
