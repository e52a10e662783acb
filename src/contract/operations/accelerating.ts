import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { cappedNumber, defaulted, wholeNumber } from '../parameters/parameter.ts'
import { AcceleratingList } from '../shapes/accelerating.ts'
import examples from './examples/accelerating.json' with { type: 'json' }

export const accelerating = definePublicRead({
  name: 'accelerating',
  operationId: 'listAcceleratingProjects',
  path: '/api/chain/accelerating',
  input: {
    path: {},
    query: {
      limit: defaulted(wholeNumber(LIMITS.radarItems, 'Projects in one answer'), LIMITS.radarItems.default),
      offset: defaulted(cappedNumber(LIMITS.offset, 'Projects to skip; follow nextOffset'), 0),
    },
  },
  output: AcceleratingList,
  tag: 'All projects',
  summary: 'List projects that ship faster than before',
  description:
    'Published projects with a standing signal of acceleration, newest signal first, with the meaningful ships of both windows. `judged` counts the projects whose pace could be judged, `notMeasured` those whose sources do not cover both windows.',
  examples,
})
