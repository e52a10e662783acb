import { fail } from '#contract/errors.ts'
import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { addMs, msOf } from '#contract/time.ts'
import { TIMELINE_CURSOR_EXPECTED } from '#contract/timeline-cursor.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { countTimeline, getTimelinePage } from '#records/project/timeline.ts'
import { timelinePage } from '#views/timeline.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readTimeline(input: Input<'timeline'>, deps: ReadDeps): Promise<Output<'timeline'>> {
  const { lens, limit, before, ignoredParameters } = input
  const { reader, now } = deps
  const of = { slug: input.slug, now }
  const shown = EVIDENCE_PREFIXES.filter((kind) => lens === undefined || kind === lens)
  const [found, totals, entries] = await Promise.all([
    findPublishedProject(input.slug, reader),
    countTimeline({ ...of, kinds: EVIDENCE_PREFIXES }, reader),
    getTimelinePage({ ...of, kinds: shown, before, limit: limit + 1 }, reader),
  ])
  const project = published(input.slug, found)
  refuseNeverIssued(input, deps)
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  return timelinePage(
    {
      project,
      records: page.map(({ record }) => record),
      last: last === undefined || entries.length <= limit ? null : last.place,
      totals,
      ignoredParameters,
    },
    deps,
  )
}

/** Refuses a cursor later than any entry can be: no page ever ended there. */
function refuseNeverIssued({ before }: Input<'timeline'>, { now }: ReadDeps): void {
  const latestMs = msOf(addMs(now, SHIPS_RULE.futureToleranceMs))
  if (before === undefined || Number.parseInt(before.micros, 10) <= latestMs * 1000) return
  fail('invalid_cursor', { detail: { parameter: 'before', expected: TIMELINE_CURSOR_EXPECTED } })
}
