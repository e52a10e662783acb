import { DISCLAIMERS } from '../disclaimers.ts'
import { HistorySeriesName } from '../history-series.ts'
import { LIMITS } from '../limits.ts'
import { choices } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { optional, required, slug } from '../parameter.ts'
import { History } from '../shapes/history.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { calendarDay } from '../time-parameter.ts'
import { lumen } from './example-lumen.ts'

const day = (text: string) => text as CalendarDate

/** Two series over three days. */
export const exampleHistory = {
  project: lumen,
  ...{ from: day('2026-11-17'), to: day('2026-11-19'), recordedTo: day('2026-11-19') },
  scoringVersion: '3b0e8f1c-52a4-5c1d-9e77-60f2b8a4d913',
  series: [
    {
      ...{ name: 'status', basis: 'knowledge', unit: 'activity status' },
      says: 'The activity status that stood at the end of the day.',
      collectedFrom: day('2026-08-12'),
      items: [
        { day: day('2026-11-17'), value: null, reason: 'SOURCE_UNAVAILABLE', rule: 'activity.status@3' },
        { day: day('2026-11-19'), value: 'SHIPPING', rule: 'activity.status@3' },
      ],
    },
    {
      ...{ name: 'valuation', basis: 'observed', unit: 'US dollars' },
      says: "A provider's last valuation of the day, with its kind.",
      collectedFrom: day('2026-08-13'),
      items: [
        {
          ...{
            day: day('2026-11-19'),
            value: 1_250_000,
            rule: 'market.valuation@3',
            provider: 'dexscreener',
          },
          ...{ observedAt: toInstant('2026-11-19T23:50:00Z'), kind: 'fdv' },
        },
      ],
    },
  ],
  disclaimer: DISCLAIMERS.history,
} as const satisfies History

export const history = definePublicRead({
  name: 'history',
  operationId: 'getProjectHistory',
  path: '/api/projects/{slug}/history',
  input: {
    path: { slug: required(slug()) },
    query: {
      series: optional(choices(HistorySeriesName, 'Series; all by default')),
      from: optional(
        calendarDay(
          `First day, not after the newest day that ended; by default ${LIMITS.historyDays.default} days end with \`to\``,
        ),
      ),
      to: optional(calendarDay('Last day; by default the newest day that ended')),
    },
  },
  output: History,
  tag: 'Project records',
  summary: 'Get what was recorded of a project, day by day',
  description: `Each series has its basis, its unit and its first recorded day. A day that was not recorded is absent. A day on which the value was unknown has null with the reason. The past is never recomputed. At most ${LIMITS.historyDays.max} days.`,
  examples: [
    {
      name: 'three-days',
      summary: 'Two series over three days',
      input: { slug: 'lumen', series: 'status,valuation', from: '2026-11-17', to: '2026-11-19' },
      answer: exampleHistory,
    },
  ],
})
