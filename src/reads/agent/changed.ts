import { fail } from '#contract/errors.ts'
import { cursorOf } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { CURSOR_EXPECTED } from '#contract/parameters/parameter.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { totalOf } from '#domain/ledger/change-counts.ts'
import { type FeedList, readFeed } from '#ledger/feed.ts'
import { countAfter, countArrivedSince } from '#records/ledger/change-counts.ts'
import { changedAnswer } from '#views/agent/answers/changed.ts'
import { countOfEvents } from '#views/agent/claims/changes.ts'
import type { Named } from '#views/agent/subject.ts'
import { toChangeEvent } from '#views/changes/change.ts'
import { listItems } from '#views/lists/list-items.ts'
import type { ReadDeps } from '../deps.ts'

type ChangedInput = {
  readonly input: Input<'agentCapability'>
  readonly named: Named | undefined
  readonly query: AgentAnswer['query']
}

/**
 * The changes that the ledger recorded. After a cursor: the next entries in ledger order, and the cursor after the last
 * entry that is answered. For a number of days: the newest arrivals, and the cursor of the ledger's head. The cursor
 * and the counts come from one database snapshot, so continuing from the cursor leaves no gap and repeats nothing.
 * @throws Failure invalid_cursor; invalid_parameter where both `after` and `days` are given
 */
export async function readChanged(
  { input, named, query }: ChangedInput,
  deps: ReadDeps,
): Promise<Output<'agentCapability'>> {
  const { after, days = LIMITS.agentDays.default, contract } = input
  if (after !== undefined && input.days !== undefined) refuseBoth()
  const of = known({ project: named?.slug })
  const shared = { named, contract }
  if (after !== undefined) {
    const { position } = after
    const list = await readFeed(
      { mode: 'sync', position, filters: of, limit: LIMITS.agentItems },
      deps.reader,
    )
    if (!list.issued || list.nextCursor === null)
      return fail('invalid_cursor', { detail: { parameter: 'after', expected: CURSOR_EXPECTED } })
    const counted = await countAfter({ position, of }, deps.reader)
    const { events, last } = eventsThatFit(list.rows, deps)
    return changedAnswer(
      {
        ...shared,
        counted,
        since: undefined,
        events,
        resume: last === undefined ? list.nextCursor : cursorOf(last.position),
        query: { ...query, after: cursorOf(position) },
      },
      deps.site,
    )
  }
  const since = addMs(deps.now, -days * DAY_MS)
  const counted = await countArrivedSince({ since, of }, deps.reader)
  const total = totalOf(counted)
  // The newest arrivals come first, so the first `total` rows of the list are the counted ones.
  const list = await readFeed({ mode: 'browse', filters: of, limit: LIMITS.agentItems }, deps.reader)
  return changedAnswer(
    {
      ...shared,
      counted,
      since,
      resume: cursorOf(counted.head),
      query: { ...query, days },
      events: eventsThatFit(total === null ? list.rows : list.rows.slice(0, total), deps).events,
    },
    deps.site,
  )
}

/** The events of a list that fit in the answer, and the ledger entry of the last such event. */
function eventsThatFit(rows: FeedList['rows'], { now, site }: ReadDeps) {
  const { items: events } = listItems(rows, {
    name: ({ id }) => id,
    build: (entry) => toChangeEvent(entry, { now, ...site }),
  })
  const count = countOfEvents(events)
  const next = events[count]?.id
  const last = next === undefined ? rows.at(-1) : rows[rows.findIndex(({ id }) => id === next) - 1]
  return { events: events.slice(0, count), last }
}

function refuseBoth(): never {
  return fail('invalid_parameter', { detail: { parameter: 'after', expected: 'only one of days, after' } })
}
