import { fail } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { addDays, type CalendarDate, dateOf, msOf, startOfDate } from '#contract/time.ts'
import { readFeed } from '#ledger/feed.ts'
import { findFirstRecordedAt } from '#records/ledger/head.ts'
import { toChangeEvent } from '#views/changes/change.ts'
import type { ProjectDay } from '#views/history/project-day.ts'
import type { ReadDeps } from './deps.ts'
import { readHistory } from './history.ts'

/** Maximum number of ledger entries that a day shows. */
const CHANGES = 20

/**
 * What was recorded of a project on a day that ended: each series, and the newest entries that the ledger had at the
 * end of the day. @throws Failure invalid_parameter for a day that has not ended
 */
export async function readProjectDay(
  { slug, day }: { readonly slug: Slug; readonly day: CalendarDate },
  deps: ReadDeps,
): Promise<ProjectDay> {
  const last = addDays(dateOf(deps.now), -1)
  if (day > last) {
    fail('invalid_parameter', {
      detail: { parameter: 'at', expected: `a day that has ended, at most ${last}` },
    })
  }
  const [history, changes, ledgerFrom] = await Promise.all([
    readHistory({ slug, from: day, to: day }, deps),
    readChangesBy({ slug, day }, deps),
    findFirstRecordedAt(deps.reader),
  ])
  return { day, last, history, ...changes, ...known({ ledgerFrom: ledgerFrom && dateOf(ledgerFrom) }) }
}

/**
 * The newest entries that the ledger had when the day ended. An entry that its source now dates later is left out, such
 * as a code week that went on. An entry that announced an event for a later day is kept.
 */
async function readChangesBy(
  { slug, day }: { readonly slug: Slug; readonly day: CalendarDate },
  { reader, now, site }: ReadDeps,
): Promise<Pick<ProjectDay, 'changes' | 'hasMoreChanges'>> {
  const filters = { project: slug }
  const recordedBefore = startOfDate(addDays(day, 1))
  const { rows } = await readFeed({ mode: 'browse', recordedBefore, filters, limit: CHANGES + 1 }, reader)
  const events: ProjectDay['changes'] = rows
    .slice(0, CHANGES)
    .map((entry) => toChangeEvent(entry, { now, ...site }))
  const changes = events.filter(
    ({ occurredAt, precision }) =>
      occurredAt == null || precision === 'SCHEDULED' || msOf(occurredAt) < msOf(recordedBefore),
  )
  return { changes, hasMoreChanges: rows.length > CHANGES }
}
