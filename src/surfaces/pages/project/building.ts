import type { HistorySeriesName } from '#contract/history-series.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CalendarDate } from '#contract/time.ts'
import { fullDay, fullDayWords, markedShips, shipCalendar, watchedBy } from '#views/ships/calendar.ts'
import { noShipsWords } from '#views/words/no-ships.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { calendar } from '../components/calendar.ts'
import { chooseDay } from '../components/choose-day.ts'
import type { DataLinks } from '../components/data-links.ts'
import { line, type Point } from '../components/line.ts'
import { section } from '../components/section.ts'
import { shipRow } from '../components/ship-row.ts'
import { statusBand } from '../components/status-band.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** A year of ships, one square a day. */
export function calendarOf({ shipDays, activity, snapshot, dossier }: ProjectAnswers, sheet: Sheet): Html {
  const { slug } = dossier
  const body = calendar({
    title: 'Recorded ships by day, 52 weeks',
    unit: 'one square a day, in UTC',
    source: html`the <a href="#sources">sources of the project</a>`,
    calendar: shipCalendar({ days: shipDays, watched: watchedBy(activity) }, sheet.now),
    rule: ruleInForce('ships.counted'),
    data: {
      csv: `/api/export/ships?project=${slug}&format=csv`,
      json: `/api/ships?project=${slug}&limit=${LIMITS.listItems.max}`,
    },
  })
  return section(
    {
      id: 'calendar',
      title: 'A year of building',
      answers: 'On which days did something ship, and on which was nothing read?',
      coverage: {
        dimension: 'building',
        state: snapshot.build.state,
        observedAt: dossier.coverage.building?.observedAt,
        isEvaluated: dossier.asOf !== undefined,
      },
      body,
    },
    sheet,
  )
}

/** The newest ships with their sources. */
export function newestShipsOf({ dossier, snapshot, shipDays }: ProjectAnswers, sheet: Sheet): Html {
  const { newestShips = [], slug } = dossier
  const rows = newestShips.map((ship) => shipRow(ship, sheet))
  const full = fullDay({ ships: newestShips, days: shipDays })
  return section(
    {
      id: 'ships',
      title: 'Newest ships',
      answers: 'What was shipped last, and by what source is it known?',
      ...(rows.length === 0 && {
        coverage: {
          dimension: 'building',
          state: snapshot.build.state,
          isEvaluated: dossier.asOf !== undefined,
        },
      }),
      body:
        rows.length === 0
          ? html`<p>${noShipsWords(snapshot.build.state)}</p>`
          : html`<ul class="rows">${rows}</ul>${full !== undefined && html`<p class="note" data-service="${`/api/ships?project=${slug}`}">${fullDayWords(full)} Those before are in the <a href="#calendar">calendar</a>.</p>`}<p class="links"><a href="${`/api/ships?project=${slug}`}">All ships as JSON</a> <a href="/feed/ships.xml">Ships of all projects as a feed</a></p>`,
    },
    sheet,
  )
}

/** The source and the rule of a chart of stored days. */
const STORED = { source: 'the days that this service stored', rule: ruleInForce('history.days') }

/** The status and the momentum of each stored day. */
export function historyOf({ history, span, shipDays, dossier }: ProjectAnswers, sheet: Sheet): Html {
  const seriesOf = (name: HistorySeriesName) => history.series.find((series) => series.name === name)
  const status = seriesOf('status')
  const momentum = seriesOf('momentum')
  const points = (momentum?.items ?? []).map(
    ({ day, value, reason }): Point => ({
      day,
      value: typeof value === 'number' ? value : undefined,
      reason,
    }),
  )
  const dataOf = (series: HistorySeriesName) => historyData({ slug: dossier.slug, series, ...span })
  return section(
    {
      id: 'history',
      title: 'History',
      answers: 'What was told on each day? The past is never recomputed.',
      body: html`${statusBand({ ...STORED, title: 'Activity status by day', unit: 'the status at the end of each day', ...span, days: status?.items ?? [], data: dataOf('status') })}
${line({ ...STORED, title: 'Build Momentum by day', unit: 'points from 0 to 100 at the end of each day', ...span, points, bounds: [0, 100], events: markedShips({ days: shipDays, ...span }), data: dataOf('momentum') })}
${chooseDay({ slug: dossier.slug, day: span.to, last: span.to })}`,
    },
    sheet,
  )
}

/** The stored days of one series for programs. */
function historyData(of: {
  readonly slug: string
  readonly series: HistorySeriesName
  readonly from: CalendarDate
  readonly to: CalendarDate
}): DataLinks {
  const { slug, series, from, to } = of
  const days = `series=${series}&from=${from}&to=${to}`
  return {
    csv: `/api/export/projects/${slug}/history?${days}&format=csv`,
    json: `/api/projects/${slug}/history?${days}`,
  }
}
