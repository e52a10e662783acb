import { fail } from '#contract/errors.ts'
import { HISTORY_SERIES_NAMES } from '#contract/history-series.ts'
import { ignoredField } from '#contract/ignored.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { historySpan } from '#domain/history/span.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { findDatedProject, getHistory } from '#records/history/history.ts'
import { findLastRecordedDay } from '#records/history/recorded-days.ts'
import { history } from '#views/history/history.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readHistory(input: Input<'history'>, deps: ReadDeps): Promise<Output<'history'>> {
  const span = historySpan(input, deps.now)
  if ('expected' in span) fail('invalid_parameter', { detail: span })
  const { slug, series: names = HISTORY_SERIES_NAMES } = input
  const [found, series, recordedTo] = await Promise.all([
    findDatedProject(slug, deps.reader),
    getHistory({ slug, series: names, span: { ...span, days: 'every' } }, deps.reader),
    findLastRecordedDay(deps.reader),
  ])
  const record = { project: published(slug, found), series, recordedTo }
  const shown = history({ record, names, span, scoringVersion: scoringVersion() }, deps)
  return { ...shown, ...ignoredField(input) }
}
