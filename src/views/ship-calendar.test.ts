import { describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { shipCalendar, watchedBy } from './ship-calendar.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const at = (day: string) => toInstant(`2026-11-${day}Z`)
const ship = (id: string, day: string) =>
  ({ evidenceId: id, displayTitle: `title ${id}`, at: at(day) }) as never

function daysOf(of: Partial<Parameters<typeof shipCalendar>[0]>) {
  const watched = { from: at('10T05:00:00'), to: at('18T05:00:00') }
  const { weeks } = shipCalendar({ entries: [], watched, listedFrom: undefined, ...of }, NOW)
  return weeks
}
const silentDays = (of: Partial<Parameters<typeof shipCalendar>[0]>) =>
  daysOf(of)
    .flat()
    .filter(({ state }) => state === 'silent')
    .map(({ day }) => day.slice(8))

describe('the calendar of ships', () => {
  test('has 52 weeks and this one, from a Monday to today', () => {
    const weeks = daysOf({})
    expect(weeks.map((week) => week.length)).toEqual([...Array.from({ length: 52 }, () => 7), 4])
    expect([weeks[0]?.[0]?.day, weeks.at(-1)?.map(({ day }) => day)]).toEqual([
      '2025-11-17',
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'],
    ])
  })

  test('has the ships of a day, also of one that was not watched', () => {
    const days = daysOf({
      entries: [ship('a', '19T01:00:00'), ship('b', '19T00:00:00'), ship('c', '01T10:00:00')],
    }).flat()
    expect(days.filter(({ state }) => state === 'shipped')).toEqual([
      { day: '2026-11-01', state: 'shipped', ships: [{ id: 'c', title: 'title c' }] },
      {
        ...{ day: '2026-11-19', state: 'shipped' },
        ships: [
          { id: 'a', title: 'title a' },
          { id: 'b', title: 'title b' },
        ],
      },
    ])
    expect(days.find(({ day }) => day === '2026-11-18')).toEqual({
      day: '2026-11-18',
      state: 'unread',
      ships: [],
    })
  })

  test.each([
    ['between the whole days that were watched', {}, ['11', '12', '13', '14', '15', '16', '17']],
    ['not before the list of ships begins', { listedFrom: at('15T05:00:00') }, ['16', '17']],
    [
      'not before it was watched',
      { listedFrom: at('01T05:00:00') },
      ['11', '12', '13', '14', '15', '16', '17'],
    ],
    ['never without a beginning', { watched: { from: undefined, to: at('18T05:00:00') } }, []],
    ['never without an end', { watched: { from: at('10T05:00:00'), to: undefined } }, []],
  ])('is silent %s', (_, of, expected) => {
    expect(silentDays(of)).toEqual(expected)
  })
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
