import { expect, test } from 'vitest'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { type CallPlace, followMethod, type MethodRecord } from './method-calls.ts'

const start = toInstant('2026-08-01T00:00:00Z')
const call = (day: number, txIndex = 0): CallPlace => ({
  block: 100 + Math.floor(day * 10),
  txIndex,
  tx: `0x${String(day).replace('.', '')}${txIndex}`,
  at: addMs(start, day * DAY_MS),
})
const whole = { from: start, sinceCreation: true }
const cut = { from: addMs(start, 10 * DAY_MS), sinceCreation: false }
const known = (first: number, last: number, firstSinceCreation = true): MethodRecord => ({
  first: call(first),
  last: call(last),
  firstSinceCreation,
})

/** The days of the first and the last call, whether the first is the first ever, and the days of resumptions. */
test.each([
  ['one call since creation', undefined, [call(5)], whole, [5, 5, true, []]],
  ['of a listing cut off', undefined, [call(15)], cut, [15, 15, false, []]],
  ['listed newest first', undefined, [call(9), call(7), call(5)], whole, [5, 9, true, []]],
  ['called on', known(5, 9), [call(12)], whole, [5, 12, true, []]],
  [
    'called again after a gap in the reading: the first call stays',
    known(5, 9),
    [call(12)],
    cut,
    [5, 12, true, []],
  ],
  ['30 days later', known(5, 9), [call(39)], whole, [5, 39, true, [39]]],
  [
    'a second less than 30 days',
    known(5, 9),
    [{ ...call(39), at: addMs(call(39).at, -1000) }],
    whole,
    [5, 39, true, []],
  ],
  [
    'a silence that began before the span is not known to be one',
    known(5, 9),
    [call(60)],
    cut,
    [5, 60, true, []],
  ],
  [
    'two silences in one reading',
    undefined,
    [call(1), call(40), call(41), call(90)],
    whole,
    [1, 90, true, [40, 90]],
  ],
  ['after a cut, a silence within the span', undefined, [call(11), call(50)], cut, [11, 50, false, [50]]],
  [
    'listed again, with one that came late',
    known(5, 39),
    [call(38), call(39), call(41)],
    whole,
    [5, 41, true, []],
  ],
  [
    'listed again without the last known call: it ends no silence',
    known(5, 39),
    [call(33), call(65)],
    whole,
    [5, 65, true, []],
  ],
  ['a first call that came late', known(5, 9), [call(3), call(9)], whole, [3, 9, true, []]],
  ['two in one block', undefined, [call(5, 1), call(5, 0)], whole, [5, 5, true, []]],
] as const)('%s', (_, before, calls, span, [first, last, since, returns]) => {
  const [one, ...more] = calls
  const followed = followMethod(before, { calls: [one, ...more], span })
  expect(followed.first).toMatchObject({ block: call(first).block, txIndex: 0 })
  expect(followed.last.block).toBe(call(last).block)
  expect(followed.firstSinceCreation).toBe(since)
  expect(followed.resumptions.map(({ block }) => block)).toEqual(returns.map((day) => call(day).block))
})

test('a silence counts from exactly 30 days on', () => {
  const returns = [-1, 0, 1].map((ms) => {
    const at = addMs(call(39).at, ms)
    return followMethod(known(5, 9), { calls: [{ ...call(39), at }], span: whole }).resumptions.length
  })
  expect(returns).toEqual([0, 1, 1])
})

test('a silence counts only when its beginning was read, to the millisecond', () => {
  const returns = [-1, 0, 1].map((ms) => {
    const span = { from: addMs(call(9).at, ms), sinceCreation: false }
    return followMethod(known(5, 9), { calls: [call(60)], span }).resumptions.length
  })
  expect(returns).toEqual([1, 1, 0])
})

test('a call earlier than the first known call becomes the first', () => {
  const followed = followMethod(known(5, 9, true), { calls: [call(3)], span: cut })
  expect(followed.first.block).toBe(call(3).block)
  expect(followed.firstSinceCreation).toBe(false)
})

test('orders two calls of one block by their transactions', () => {
  const { first, last } = followMethod(undefined, { calls: [call(5, 1), call(5, 0)], span: whole })
  expect([first.txIndex, last.txIndex]).toEqual([0, 1])
})

test('a resumption has the time of the call before', () => {
  const { resumptions } = followMethod(known(5, 9), { calls: [call(39)], span: whole })
  expect(resumptions).toEqual([{ ...call(39), previousAt: call(9).at }])
})
