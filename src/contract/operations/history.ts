import { HistorySeriesName } from '../history-series.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choices } from '../parameters/list-parameters.ts'
import { optional, required, slug } from '../parameters/parameter.ts'
import { calendarDay } from '../parameters/time-parameter.ts'
import { History } from '../shapes/history.ts'
import examples from './examples/history.json' with { type: 'json' }

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
  examples,
})
