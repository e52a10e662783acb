import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, required, slug, wholeNumber } from '../parameters/parameter.ts'
import { Market } from '../shapes/market.ts'
import examples from './examples/market.json' with { type: 'json' }

export const market = definePublicRead({
  name: 'market',
  operationId: 'getProjectMarket',
  path: '/api/projects/{slug}/market',
  input: {
    path: { slug: required(slug()) },
    query: {
      days: defaulted(
        wholeNumber(LIMITS.marketDays, 'Number of days, the running one included'),
        LIMITS.marketDays.default,
      ),
    },
  },
  output: Market,
  tag: 'Project records',
  summary: "Get the market of a project's token, day by day",
  description:
    'One item a UTC day and provider, each figure with the time of its reading. The running day is marked as not complete. A day without a reading is absent.',
  examples,
})
