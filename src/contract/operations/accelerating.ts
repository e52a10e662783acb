import { DISCLAIMERS } from '../disclaimers.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, wholeNumber } from '../parameter.ts'
import { AcceleratingPage } from '../shapes/accelerating.ts'
import { toInstant } from '../time.ts'
import { derivedBy, lumen, releaseId } from './example-lumen.ts'

const asOf = toInstant('2026-11-20T10:00:00Z')
const middle = toInstant('2026-10-21T00:00:00Z')
const shared = { rule: 'signals.development@2', ignoredParameters: [], disclaimer: DISCLAIMERS.accelerating }

export const accelerating = definePublicRead({
  name: 'accelerating',
  operationId: 'listAcceleratingProjects',
  path: '/api/chain/accelerating',
  input: {
    path: {},
    query: {
      limit: defaulted(wholeNumber(LIMITS.radarPage, 'Projects a page'), LIMITS.radarPage.default),
      offset: defaulted(wholeNumber(LIMITS.offset, 'Projects to skip; follow nextOffset'), 0),
    },
  },
  output: AcceleratingPage,
  tag: 'All projects',
  summary: 'List projects that ship faster than before',
  description:
    'Published projects with a standing signal of acceleration, newest signal first, with the meaningful ships of both windows. `judged` counts the projects whose pace could be judged, `notMeasured` those whose sources do not cover both windows. An empty list has a reason.',
  examples: [
    {
      name: 'one',
      summary: 'One project ships faster',
      input: {},
      answer: {
        items: [
          {
            project: lumen,
            signal: 'signal:6a0e9c77-2f4d-5a60-b8c3-1d2e3f405164',
            title: 'Shipping faster: 6 meaningful ships in 30 days, 2 in the 30 before',
            window: { from: middle, to: toInstant('2026-11-20T00:00:00Z'), ships: 6 },
            before: { from: toInstant('2026-09-21T00:00:00Z'), to: middle, ships: 2 },
            detectedAt: asOf,
            claim: derivedBy('signals.development@2', releaseId),
          },
        ],
        ...{ total: 1, judged: 41, notMeasured: 12, nextOffset: null, asOf },
        ...shared,
      },
    },
    {
      name: 'notRun',
      summary: 'Before the first run the counts are unknown',
      input: {},
      answer: {
        ...{ items: [], total: null, judged: null, notMeasured: null, reason: 'not_run', nextOffset: null },
        ...shared,
      },
    },
  ],
})
