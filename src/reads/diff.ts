import { fail } from '#contract/errors.ts'
import { HISTORY_SERIES_NAMES } from '#contract/history-series.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { diffSpan } from '#domain/history/span.ts'
import {
  findDatedProject,
  findLedgerRun,
  getCoverageGaps,
  getEventCounts,
  getHistory,
} from '#records/history/history.ts'
import { diffOf } from '#views/history/diff.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readDiff(input: Input<'diff'>, deps: ReadDeps): Promise<Output<'diff'>> {
  const { reader } = deps
  const span = diffSpan(input)
  if ('expected' in span) fail('invalid_parameter', { detail: span })
  const { slug } = input
  const query = { slug, series: HISTORY_SERIES_NAMES, span: { ...span, days: 'both' } } as const
  const [found, series, run] = await Promise.all([
    findDatedProject(slug, reader),
    getHistory(query, reader),
    findLedgerRun(reader),
  ])
  const project = published(slug, found)
  const counted = { projectId: project.id, span, collectedFrom: series.get('status')?.firstDay ?? span.to }
  const [counts, gaps] = await Promise.all([
    getEventCounts(counted, reader),
    getCoverageGaps({ ...counted, now: deps.now }, reader),
  ])
  const record = { project, series, counts, gaps, ...run }
  return diffOf({ record, span }, deps)
}
