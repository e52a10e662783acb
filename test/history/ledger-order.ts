import type { Finding } from './finding.ts'
import type { History } from './history.ts'

/** A row of the ledger that skips a position, or is recorded before the row ahead of it. */
export function rowsOutOfOrder({ ledger }: Pick<History, 'ledger'>): readonly Finding[] {
  return ledger.flatMap(({ position, recordedAt }, index): readonly Finding[] => {
    const before = ledger[index - 1]
    if (position === index + 1 && (before === undefined || recordedAt >= before.recordedAt)) return []
    const after = before === undefined ? 'first' : `after ${before.position}, of ${before.recordedAt}`
    return [
      {
        property: 'ledger is out of order',
        detail: `position ${position}, of ${recordedAt}, comes ${after}`,
      },
    ]
  })
}
