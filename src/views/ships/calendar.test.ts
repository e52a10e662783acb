import { describe, expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import {
  calendarSpans,
  fullDay,
  fullDayWords,
  markedShips,
  shipCalendar,
  undatedWords,
  watchedBy,
} from './calendar.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const at = (day: string) => toInstant(`2026-11-${day}Z`)
const counts = (id: string) => !id.startsWith('aside')
const shipped = (day: string, ...ids: readonly string[]) => ({
  day: `2026-11-${day}` as CalendarDate,
  ships: ids.length,
  counted: ids.filter(counts).length,
  undated: ids.filter((id) => id.startsWith('undated')).length,
  named: ids.map((id) => ({
    id,
    title: `title ${id}`,
    isCodeWeek: id.startsWith('week'),
    counts: counts(id),
  })) as never,
})

function daysOf(of: Partial<Parameters<typeof shipCalendar>[0]>) {
  const watched = { from: at('10T05:00:00'), to: at('18T05:00:00') }
  const { weeks } = shipCalendar({ days: [], watched, ...of }, NOW)
  return weeks
}
const silentDays = (of: Partial<Parameters<typeof shipCalendar>[0]>) =>
  daysOf(of)
    .flat()
    .filter(({ state }) => state === 'silent')
    .map(({ day }) => day.slice(8))

describe('the calendar of ships', () => {
  test('has 52 weeks and this one, from a Monday to yesterday', () => {
    const weeks = daysOf({})
    expect(weeks.map((week) => week.length)).toEqual([...Array.from({ length: 52 }, () => 7), 3])
    expect([weeks[0]?.[0]?.day, weeks.at(-1)?.map(({ day }) => day)]).toEqual([
      '2025-11-17',
      ['2026-11-16', '2026-11-17', '2026-11-18'],
    ])
  })

  test('has the ships of a day, also of one that was not watched', () => {
    const given = [shipped('01', 'c'), shipped('19', 'a', 'b')]
    const days = daysOf({ days: given }).flat()
    expect(days.filter(({ state }) => state === 'shipped')).toEqual(
      given.map((one) => ({ ...one, state: 'shipped' })),
    )
    expect(days.find(({ day }) => day === '2026-11-18')).toEqual({
      day: '2026-11-18',
      state: 'unread',
      ships: 0,
      counted: 0,
      undated: 0,
      named: [],
    })
  })

  test('has today once it has a ship, because the day is not over', () => {
    const lastOf = (of: Parameters<typeof daysOf>[0]) => daysOf(of).flat().at(-1)
    expect(lastOf({})).toMatchObject({ day: '2026-11-18', state: 'unread' })
    expect(lastOf({ days: [shipped('19', 'a')] })).toMatchObject({ day: '2026-11-19', state: 'shipped' })
  })

  test('has every day in the spans of its table, the newest first', () => {
    const weeks = daysOf({ days: [shipped('12', 'a'), shipped('13', 'b')] })
    expect(calendarSpans({ weeks }).map(({ day, to, state }) => `${day} ${to} ${state}`)).toEqual([
      '2026-11-18 2026-11-18 unread',
      '2026-11-14 2026-11-17 silent',
      '2026-11-13 2026-11-13 shipped',
      '2026-11-12 2026-11-12 shipped',
      '2026-11-11 2026-11-11 silent',
      '2025-11-17 2026-11-10 unread',
    ])
  })

  test('counts the ships without a date, of its days alone', () => {
    const before = { ...shipped('01', 'undated-1'), day: '2025-11-16' as CalendarDate }
    const days = [before, shipped('01', 'undated-2', 'a'), shipped('19', 'undated-3', 'undated-4')]
    const watched = { from: undefined, to: undefined }
    expect(shipCalendar({ days, watched }, NOW).undated).toBe(3)
  })

  test.each([
    [0, undefined],
    [1, '1 ship has no date from its source. It is on the day when it was first read.'],
    [1200, '1,200 ships have no date from their source. Each is on the day when it was first read.'],
  ])('says where %i undated ships are', (undated, words) => {
    expect(undatedWords({ undated })).toBe(words)
  })

  test.each([
    ['between the whole days that were watched', {}, ['11', '12', '13', '14', '15', '16', '17']],
    ['never without a beginning', { watched: { from: undefined, to: at('18T05:00:00') } }, []],
    ['never without an end', { watched: { from: at('10T05:00:00'), to: undefined } }, []],
  ])('is silent %s', (_, of, expected) => {
    expect(silentDays(of)).toEqual(expected)
  })
})

test('says of a day whose ships do not count that they are recorded, and of one with a counted ship that it shipped', () => {
  const given = [shipped('12', 'aside-a', 'aside-b'), shipped('13', 'a', 'aside-c')]
  const weeks = daysOf({ days: given })
  const states = weeks.flat().map(({ day, state }) => [day.slice(8), state])
  expect(states.slice(-8, -4)).toEqual([
    ['11', 'silent'],
    ['12', 'recorded'],
    ['13', 'shipped'],
    ['14', 'silent'],
  ])
  const alone = daysOf({ days: [shipped('12', 'aside-a'), shipped('13', 'aside-b')] })
  expect(calendarSpans({ weeks: alone }).filter(({ state }) => state === 'recorded')).toHaveLength(2)
})

test('a chart marks the first ship of each of its days that is no code week, and says whether it counts', () => {
  const days = [
    shipped('09', 'before'),
    shipped('10', 'a', 'b'),
    shipped('11', 'week'),
    shipped('12', 'week', 'aside-a'),
    shipped('13', 'after'),
  ]
  const [from, to] = ['2026-11-10', '2026-11-12'] as CalendarDate[]
  expect(markedShips({ days, from: from as CalendarDate, to: to as CalendarDate })).toEqual([
    { day: '2026-11-10', words: 'title a', counts: true },
    { day: '2026-11-12', words: 'title aside-a', counts: false },
  ])
})

describe('the time that the readings cover', () => {
  const stream = (coveredFrom: unknown, lastOkAt: unknown) => ({ coveredFrom, lastOkAt })
  const sources = (...streams: object[]) => ({ name: 'sources', value: { streams } })
  test.each([
    [
      'all streams',
      [sources(stream(at('01T00:00:00'), at('18T00:00:00')), stream(at('03T00:00:00'), at('17T00:00:00')))],
      [at('03T00:00:00'), at('17T00:00:00')],
    ],
    [
      'the streams of all sources',
      [
        sources(stream(at('01T00:00:00'), at('18T00:00:00'))),
        sources(stream(at('02T00:00:00'), at('16T00:00:00'))),
      ],
      [at('02T00:00:00'), at('16T00:00:00')],
    ],
    ['no source', [], [undefined, undefined]],
    ['an unknown source', [{ name: 'sources', value: null }], [undefined, undefined]],
    ['a source without streams', [{ name: 'sources', value: {} }], [undefined, undefined]],
    [
      'another input',
      [{ name: 'ships', value: { streams: [stream(at('01T00:00:00'), at('18T00:00:00'))] } }],
      [undefined, undefined],
    ],
    [
      'a stream that was never read',
      [sources(stream(null, null), stream(at('01T00:00:00'), at('18T00:00:00')))],
      [undefined, undefined],
    ],
  ])('is watched by %s', (_, inputs, [from, to]) => {
    expect(watchedBy({ inputs } as never)).toEqual({ from, to })
  })

  test('is not watched by an explanation without inputs', () => {
    expect(watchedBy({})).toEqual({ from: undefined, to: undefined })
  })
})

describe('a day that fills the list of the newest ships', () => {
  const AT = toInstant('2026-11-12T10:00:00Z')
  const dayOf = (day: string, ships: number) =>
    ({ day, ships, counted: ships, undated: 0, named: [] }) as never
  const days = [dayOf('2026-11-11', 4000), dayOf('2026-11-12', 1500)]
  const dated = { occurredAt: AT, detectedAt: toInstant('2026-11-13T10:00:00Z') }
  const undated = { occurredAt: null, detectedAt: AT }

  test.each([
    ['dated ships and undated ones of one day', [dated, undated], 1500],
    ['ships of two days', [dated, { ...dated, occurredAt: toInstant('2026-11-11T10:00:00Z') }], undefined],
    ['no ship', [], undefined],
  ])('of %s', (_, ships, expected) => {
    expect(fullDay({ ships: ships as never, days })?.ships).toBe(expected)
  })

  test('is none where the list has all ships of the day', () => {
    expect(fullDay({ ships: [dated] as never, days: [dayOf('2026-11-12', 1)] })).toBeUndefined()
  })

  test('is said with its number of ships', () => {
    const full = fullDay({ ships: [dated, dated] as never, days })
    expect(full && fullDayWords(full)).toBe(
      '12 Nov 2026 alone has 1,500 ships. Listed are the 2 newest of them.',
    )
  })
})
