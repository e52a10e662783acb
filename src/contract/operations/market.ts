import { DISCLAIMERS } from '../disclaimers.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, required, slug, wholeNumber } from '../parameter.ts'
import { Market } from '../shapes/market.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { lumen, lumenToken } from './example-lumen.ts'

const read = { provider: 'dexscreener', observedAt: toInstant('2026-11-19T23:50:00Z') }

const example: Market = {
  ...{ project: lumen, token: lumenToken, state: 'MEASURED', status: 'LIVE' },
  ...{ from: '2026-11-19' as CalendarDate, to: '2026-11-20' as CalendarDate },
  collectedFrom: '2026-08-13' as CalendarDate,
  items: [
    {
      ...{ day: '2026-11-19' as CalendarDate, complete: true, provider: read.provider, readings: 24 },
      status: 'LIVE',
      price: { first: 0.0121, highest: 0.013, lowest: 0.0119, last: 0.0125, ...read },
      liquidity: { value: 84_000, ...read },
      volume24h: { value: 12_000, ...read },
      valuation: { value: 1_250_000, kind: 'fdv', ...read },
    },
  ],
  disclaimer: DISCLAIMERS.market,
}

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
    'One item a UTC day and provider: first, highest, lowest and last price, and the last liquidity, volume and valuation, each with the time of its reading. The running day is marked as not complete. A day without a reading is absent. A day at whose end the market was dead has no valuation and says so. Each past day keeps what it was written with.',
  examples: [{ name: 'two-days', summary: 'Two days', input: { slug: 'lumen', days: '2' }, answer: example }],
})
