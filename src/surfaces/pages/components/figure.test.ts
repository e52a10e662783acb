import { expect, test } from 'vitest'
import type { ActivityStatus } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { numberWords } from '#views/words/figures.ts'
import { concluded, evaluated, kept, ownRecord, recorded } from '../basis.ts'
import { dayOrSeen } from './clock.ts'
import { ageFigure, type Figure, figure } from './figure.ts'
import { statusMark } from './status.ts'

const SHEET = aSheet()
const READ = toInstant('2026-11-20T07:00:00Z')
const drawn = (more: Partial<Figure>) =>
  figure({ name: 'Calls', value: 7, basis: concluded('ships@1'), ...more }, SHEET).toString()
/** The text of the pop-up. */
const popUp = (html: string) => html.slice(html.indexOf('class="account"')).replace(/<[^>]+>/g, '')

test('a figure past its tolerance is greyed and says so', () => {
  expect(drawn({ stale: true })).toMatch(/class="figure stale".*last read too long ago to describe now/)
  expect(drawn({})).not.toMatch(/stale|too long ago/)
})

test.each<[ActivityStatus, boolean]>([
  ['SHIPPING', false],
  ['ACTIVE', false],
  ['RESUMED', false],
  ['QUIET', true],
  ['DORMANT', true],
  ['UNKNOWN', false],
])('the status %s is greyed while its readings are too old: %s', (status, expected) => {
  const basis = concluded('activity.status@1')
  const html = statusMark({ status, label: status, basis, stale: true }, SHEET).toString()
  expect([
    /class="figure status \w+ stale"/.test(html),
    html.includes('last read too long ago to describe now'),
  ]).toEqual([expected, expected])
})

test('a figure that an answer keeps links the answer, and the list of what it counts where there is one', () => {
  const list = { path: '/changes?type=a', words: 'The changes of the month' } as const
  const html = drawn({ basis: kept('report@1', '/api/reports/monthly/2026-10', list) })
  expect(html).toContain('Recorded in <a href="/api/reports/monthly/2026-10">this answer as JSON</a>.')
  expect(html).toContain('<a href="/changes?type=a">The changes of the month</a>, as recorded now.')
  expect(drawn({ basis: kept('report@1', '/api/reports/monthly/2026-10') })).not.toContain('as recorded now')
})

test('a status has the day on which it was first concluded, which is no day on which it began', () => {
  const since = toInstant('2026-11-15T01:58:30Z')
  const basis = concluded('activity.status@1')
  const html = statusMark({ status: 'DORMANT', label: 'Dormant', since, basis }, SHEET).toString()
  expect(html.replace(/<[^>]+>/g, '')).toContain('Dormant concluded since 15 Nov')
  expect(popUp(html)).toContain('First concluded 15 Nov 2026, 01:58:30 UTC.')
})

test.each([
  [352_522.8276, '352,523', true],
  [100, '100', false],
  [99.996, '100', true],
  [91.3846443, '91.38', true],
  [0.0404134319, '0.04041', true],
  [0.5, '0.5', false],
  [0, '0', false],
])(
  'money of %d reads %s, and the pop-up has every digit where that rounds: %s',
  (value, words, isRounded) => {
    const html = drawn({ value, money: true, unit: 'US dollars' })
    expect(html).toContain(`<data value="${value}">${words}</data>`)
    expect(popUp(html).includes(`Exactly ${numberWords(value)} US dollars.`)).toBe(isRounded)
    expect(popUp(html).includes('Exactly')).toBe(isRounded)
  },
)

test('the pop-up names the exact instants, and when it is read next', () => {
  const next = toInstant('2026-11-20T12:30:00Z')
  const html = drawn({
    at: toInstant('2026-11-19T00:00:00Z'),
    readAt: READ,
    readNext: next,
    basis: ownRecord('/api/status'),
  })
  expect(popUp(html)).toContain(
    'On 19 Nov 2026, 00:00:00 UTC. Read 20 Nov 2026, 07:00:00 UTC. Next 20 Nov 2026, 12:30:00 UTC.',
  )
})

test.each([
  [
    'the next reading of a figure with readings whose next is not known',
    { last: undefined, isOld: false, next: undefined },
    true,
  ],
  ['nothing of a figure without readings, as in a report that is written once', undefined, false],
])('the pop-up tells %s', (_, reading, expected) => {
  const basis = { ...concluded('report.monthly@4'), ...known({ reading }) }
  expect(popUp(drawn({ basis })).includes('It is not known when it is read next.')).toBe(expected)
})

test('the instant of the cited reading is named once', () => {
  const html = drawn({ readAt: READ, basis: recorded('source:1', READ) })
  expect(popUp(html).match(/20 Nov 2026, 07:00:00 UTC/g)).toHaveLength(1)
})

test('the pop-up of a conclusion has its evaluation and the last reading behind it', () => {
  const basis = evaluated(concluded('ships@1', '/explain'), toInstant('2026-11-20T09:00:00Z'))
  const reading = { last: READ, isOld: false, next: null }
  const words = popUp(drawn({ readAt: READ, basis: { ...basis, reading } }))
  expect(words).toContain('ships@1 (as applied here, as JSON), evaluated 20 Nov 2026, 09:00:00 UTC.')
  expect(words).toContain('Last read 3 h ago (20 Nov 2026, 07:00:00 UTC).')
  expect(words.match(/07:00:00/g)).toHaveLength(1)
  expect(popUp(drawn({ basis: { ...basis, reading: { ...reading, last: null } } }))).not.toContain(
    'Last read',
  )
})

test('the pop-up of a record has its reading once', () => {
  const reading = { last: READ, isOld: false, next: null }
  const words = popUp(drawn({ basis: { ...recorded('source:1', READ), reading } }))
  expect(words.match(/07:00:00/g)).toHaveLength(1)
})

test('an age that is not known yet says so, and a known one is in words', () => {
  const of = { name: 'Last run', basis: ownRecord('/api/status') } as const
  expect(ageFigure({ ...of, at: READ }, SHEET).toString()).toContain(`value="${READ}">3 h ago<`)
  expect(ageFigure({ ...of, at: null }, SHEET).toString()).toContain('data-unknown="NOT_ENOUGH_YET"')
})

test('a happening without a date is on the day when it was seen', () => {
  expect(dayOrSeen({ occurredAt: null, detectedAt: READ }, SHEET).toString()).toContain('"clock">seen <')
  expect(dayOrSeen({ occurredAt: READ, detectedAt: READ }, SHEET).toString()).toContain('"clock"><time')
})
