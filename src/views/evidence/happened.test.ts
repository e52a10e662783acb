import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { happened, happenedOn, happenedText } from './happened.ts'

const AT = toInstant('2026-11-25T09:05:00.000Z')
const MIDNIGHT = toInstant('2026-11-27T00:00:00.000Z')
const WINDOW = { windowFrom: '2026-10-28T00:00:00.000Z', windowTo: MIDNIGHT }

test.each([
  ['an instant', { occurredAt: AT, recorded: { precision: 'EXACT' } }, AT, '25 Nov 2026'],
  ['a day', { occurredAt: AT, recorded: { precision: 'DATE' } }, '2026-11-25', '25 Nov 2026'],
  [
    'a week of commits',
    { occurredAt: AT, recorded: { shipKind: 'code_week' } },
    `week of 2026-11-23, newest commit ${AT}`,
    undefined,
  ],
  ['whole days', { occurredAt: MIDNIGHT, recorded: WINDOW }, '2026-10-28 to 2026-11-26', undefined],
  [
    'a window inside a day, by its instant',
    { occurredAt: AT, recorded: { windowFrom: AT, windowTo: AT } },
    AT,
    '25 Nov 2026',
  ],
  [
    'two readings',
    { occurredAt: null, recorded: { between: { from: AT, to: MIDNIGHT } } },
    `between ${AT} and ${MIDNIGHT}, two readings`,
    undefined,
  ],
  ['nothing', { occurredAt: null, recorded: { between: null } }, 'unknown', undefined],
  ['nothing, of a withdrawn record', { occurredAt: null }, 'unknown', undefined],
] as const)('what %s dates happened then', (_, receipt, text, day) => {
  expect(happenedText(receipt)).toBe(text)
  expect(happenedOn(receipt)).toBe(day)
})

test('the window of a signal of days includes its last day', () => {
  expect(happened({ occurredAt: MIDNIGHT, recorded: WINDOW })).toEqual({
    kind: 'days',
    from: '2026-10-28',
    to: '2026-11-26',
  })
})
