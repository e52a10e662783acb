import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { AnsweringCode, RecordedUse } from '#domain/contracts/contract-use.ts'
import { usePoints } from './contract-days.ts'

const on = (day: number) => `2026-11-${String(day).padStart(2, '0')}` as CalendarDate
const at = (text: string) => toInstant(`2026-11-${text}:00Z`)

const code = (given: Partial<AnsweringCode> = {}): AnsweringCode => ({
  code: '0x1' as ContractAddress,
  from: null,
  to: null,
  decodable: true,
  ...given,
})
const UNVERIFIED = [code({ decodable: false })]
/** Verified code until this time, and unverified code after it. */
const upgradedAt = (time: string) => [
  code({ to: at(time) }),
  code({ code: '0x2' as ContractAddress, from: at(time), decodable: false }),
]

/** A contract read from the first to the end of the tenth, with three calls on the fifth. */
function use(
  given: Partial<RecordedUse['collected'] & object> & {
    answering?: RecordedUse['answering']
    detachedAt?: RecordedUse['detachedAt']
  } = {},
): RecordedUse {
  const { answering = [code()], detachedAt = null, ...collected } = given
  return {
    contract: '0x1' as ContractAddress,
    answering,
    sourceId: 'source:a',
    collected: {
      from: at('01T00:00'),
      sinceCreation: false,
      to: at('11T00:00'),
      readAt: at('11T00:10'),
      daysFrom: on(1),
      ...collected,
    },
    detachedAt,
    days: [{ day: on(5), calls: 3, methods: ['method:a'] }],
  }
}

const NEVER_READ: RecordedUse = { ...use(), collected: null, days: [] }

test.each<{ of: string; uses: readonly RecordedUse[]; from: number; to: number; shown: readonly string[] }>([
  { of: 'no contract', uses: [], from: 1, to: 10, shown: [] },
  {
    of: 'a contract that cannot be decoded',
    uses: [use({ answering: UNVERIFIED })],
    from: 1,
    to: 10,
    shown: [],
  },
  {
    of: 'another contract that could never be decoded',
    uses: [use(), { ...use({ answering: UNVERIFIED }), days: [] }],
    from: 4,
    to: 5,
    shown: ['4: 0', '5: 3'],
  },
  {
    of: 'a contract whose code cannot be decoded since an upgrade',
    uses: [use({ answering: upgradedAt('06T08:00') })],
    from: 4,
    to: 8,
    shown: ['4: 0', '5: 3'],
  },
  {
    of: 'another contract whose code cannot be decoded since an upgrade',
    uses: [{ ...use(), days: [] }, use({ answering: upgradedAt('05T08:00') })],
    from: 4,
    to: 8,
    shown: ['4: 0'],
  },
  { of: 'a contract that was never read', uses: [NEVER_READ], from: 1, to: 10, shown: [] },
  {
    of: 'a quiet day that was read to its end',
    uses: [use()],
    from: 4,
    to: 6,
    shown: ['4: 0', '5: 3', '6: 0'],
  },
  {
    of: 'a day that was not read to its end',
    uses: [use({ to: at('06T23:59') })],
    from: 5,
    to: 6,
    shown: ['5: 3'],
  },
  {
    of: 'a day before the span',
    uses: [use({ from: at('05T00:00') })],
    from: 1,
    to: 5,
    shown: ['5: 3'],
  },
  {
    of: 'a day on which another contract was not read',
    uses: [use(), use({ to: at('05T12:00') })],
    from: 4,
    to: 5,
    shown: ['4: 0'],
  },
  { of: 'another contract that was never read', uses: [use(), NEVER_READ], from: 4, to: 5, shown: [] },
  {
    of: 'a contract that was created later',
    uses: [use(), use({ from: at('06T08:00'), sinceCreation: true })],
    from: 5,
    to: 6,
    shown: ['5: 3', '6: 0'],
  },
  {
    of: 'another contract whose source left the catalogue within a day',
    uses: [use(), use({ to: at('04T00:00'), detachedAt: at('05T13:00') })],
    from: 3,
    to: 7,
    shown: ['3: 0', '6: 0', '7: 0'],
  },
  {
    of: 'another contract whose source left the catalogue as a day began',
    uses: [use(), use({ to: at('04T00:00'), detachedAt: at('05T00:00') })],
    from: 3,
    to: 6,
    shown: ['3: 0', '5: 3', '6: 0'],
  },
  {
    of: 'the only contract, whose source left the catalogue and that was read once more',
    uses: [use({ detachedAt: at('06T13:00') })],
    from: 5,
    to: 8,
    shown: ['5: 3', '6: 0'],
  },
  {
    of: 'days that are not loaded',
    uses: [use({ daysFrom: on(5) })],
    from: 1,
    to: 5,
    shown: ['5: 3'],
  },
])('use of $of', ({ uses, from, to, shown }) => {
  const points = usePoints(uses, { after: on(from - 1 || 1), to: on(to) })
  const given = points.filter(({ day }) => day >= on(from))
  expect(given.map(({ day, value }) => `${Number.parseInt(day.slice(8), 10)}: ${value}`)).toEqual(shown)
})

test('without an earlier point, the days begin with the span', () => {
  expect(usePoints([use({ from: at('04T00:00') })], { after: null, to: on(5) })).toMatchObject([
    { day: on(4), value: 0, state: 'MEASURED', series: 'contract_use' },
    { day: on(5), value: 3 },
  ])
})
