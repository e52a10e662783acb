import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  laterDay,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import {
  callsOver,
  isEverDecodable,
  isLeftOut,
  type RecordedUse,
  USE_RULE,
} from '#domain/contracts/contract-use.ts'
import type { HistoryPoint } from './point.ts'

/**
 * The points of `contract_use` on the days after `after`, at most to `to`, that were read to their end. When `after` is
 * null, the days begin with the first loaded day. A day on which one of the contracts was not fully read, or cannot be
 * decoded, has no point. A contract is left out of the days that begin after its source left the catalogue.
 */
export function usePoints(
  uses: readonly RecordedUse[],
  { after, to }: { readonly after: CalendarDate | null; readonly to: CalendarDate },
): readonly HistoryPoint[] {
  const loaded = uses
    .filter(isEverDecodable)
    .flatMap(({ collected }) =>
      collected === null ? [] : [laterDay(collected.daysFrom, dateOf(collected.from))],
    )
  const [first] = loaded.toSorted()
  if (first === undefined) return []
  const from = after === null ? first : laterDay(first, addDays(after, 1))
  return daysBetween(from, to).flatMap((day): HistoryPoint[] => {
    const calls = callsOn(uses, day)
    return calls === undefined ? [] : [{ ...USED, day, value: calls }]
  })
}

const USED: Omit<HistoryPoint, 'day' | 'value'> = {
  series: 'contract_use',
  state: 'MEASURED',
  rule: USE_RULE.id,
  provider: null,
  observedAt: null,
  kind: null,
}

function callsOn(uses: readonly RecordedUse[], day: CalendarDate): number | undefined {
  const [begin, end] = [msOf(startOfDate(day)), msOf(startOfDate(addDays(day, 1)))]
  const attached = uses.filter(({ detachedAt }) => detachedAt === null || msOf(detachedAt) > begin)
  const existing = attached.filter(
    ({ collected }) => collected === null || !collected.sinceCreation || msOf(collected.from) < end,
  )
  const window = { from: day, days: 1 }
  const sums = existing.filter((use) => !isLeftOut(use, window)).map((use) => callsOver(use, window))
  const known = sums.flatMap((sum) => ('unknown' in sum ? [] : [sum.calls]))
  if (known.length === 0 || known.length < sums.length) return undefined
  return known.reduce((sum, calls) => sum + calls, 0)
}
