import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameters/parameter.ts'
import { calendarDay } from '../parameters/time-parameter.ts'
import { Diff } from '../shapes/diff.ts'
import examples from './examples/diff.json' with { type: 'json' }

export const diff = definePublicRead({
  name: 'diff',
  operationId: 'getProjectDiff',
  path: '/api/projects/{slug}/diff',
  input: {
    path: { slug: required(slug()) },
    query: {
      from: required(calendarDay('The earlier day')),
      to: required(calendarDay(`The later day, at most ${LIMITS.diffDays} days after \`from\``)),
    },
  },
  output: Diff,
  tag: 'Project records',
  summary: 'Compare two days of a project',
  description:
    'The value of each series at the end of both days, and how many events of each type the ledger has on these days and between. `countedFrom` and `countedTo` say which days. An event counts at the time its source gives, else when it was first known. A type not measured over the whole span has null with the reason. No cause is given. A span that begins before collection or ends after now is partial; one wholly outside is unavailable.',
  examples,
})
