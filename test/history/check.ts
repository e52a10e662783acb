import { failedReads } from './failed-reads.ts'
import type { Finding } from './finding.ts'
import { hiddenShown } from './hidden-shown.ts'
import type { History } from './history.ts'
import { rowsOutOfOrder } from './ledger-order.ts'
import { brokenLists } from './list-slices.ts'
import { lostAppends } from './lost-appends.ts'
import { otherBytes } from './other-bytes.ts'
import { unreadWrites } from './own-writes.ts'
import { positionsGoneBack } from './positions.ts'

const RULES = [
  positionsGoneBack,
  unreadWrites,
  brokenLists,
  otherBytes,
  hiddenShown,
  lostAppends,
  rowsOutOfOrder,
  failedReads,
]

/** What contradicts the promises to readers in a history; none when every answer keeps them. */
export function check(history: History): readonly Finding[] {
  return RULES.flatMap((rule) => rule(history))
}
