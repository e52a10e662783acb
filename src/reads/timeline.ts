import { fail } from '#contract/errors.ts'
import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { addMs, msOf, toInstant } from '#contract/time.ts'
import { TIMELINE_CURSOR_EXPECTED } from '#contract/timeline-cursor.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { countTimeline, getTimeline } from '#records/project/timeline.ts'
import { projectTimeline } from '#views/ships/timeline.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readTimeline(input: Input<'timeline'>, deps: ReadDeps): Promise<Output<'timeline'>> {
  refuseNeverIssued(input, deps)
  const { lens, limit, before, ignoredParameters } = input
  const { reader, now } = deps
  const of = { slug: input.slug, now }
  const shown = EVIDENCE_PREFIXES.filter((kind) => lens === undefined || kind === lens)
  const [found, totals, entries] = await Promise.all([
    findPublishedProject(input.slug, reader),
    countTimeline({ ...of, kinds: EVIDENCE_PREFIXES }, reader),
    getTimeline({ ...of, kinds: shown, before, limit: limit + 1 }, reader),
  ])
  const project = published(input.slug, found)
  const list = entries.slice(0, limit)
  const last = list.at(-1)
  return projectTimeline(
    {
      project,
      records: list.map(({ record }) => record),
      last: last === undefined || entries.length <= limit ? null : last.place,
      totals,
      ignoredParameters,
    },
    deps,
  )
}

/** No instant is earlier, and PostgreSQL refuses times that are much earlier. */
const EARLIEST_MS = msOf(toInstant('0001-01-01T00:00:00Z'))

/** Refuses a cursor earlier or later than any entry can be: no list ever ended there. */
function refuseNeverIssued({ before }: Input<'timeline'>, { now }: ReadDeps): void {
  if (before === undefined) return
  const latestMs = msOf(addMs(now, SHIPS_RULE.futureToleranceMs))
  const micros = BigInt(before.micros)
  if (micros >= EARLIEST_MS * 1000 && micros <= latestMs * 1000) return
  fail('invalid_cursor', { detail: { parameter: 'before', expected: TIMELINE_CURSOR_EXPECTED } })
}
