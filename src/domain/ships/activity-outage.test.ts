import { expect, test } from 'vitest'
import { day, repositoryWithShips } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const readUpTo = (okTo: number, ships: readonly number[], outageFrom: number | null = null) =>
  repositoryWithShips(
    {
      from: -120,
      okTo,
      attached: -120,
      ...(outageFrom === null ? {} : { stream: { providerOutageSince: day(outageFrom) } }),
    },
    ships,
  )
const conclude = (at: number, evidence: ReturnType<typeof readUpTo>, previous: ActivityState) =>
  activityStatus({ evidence, previous }, day(at))

const SHIPPING = { status: 'SHIPPING', since: day(0) } as const
test.each([
  ['while the last reading is readable', 9, readUpTo(7.4, [0], 7.5), 'SHIPPING', true],
  ['once it is not, and is then what the ships prove', 11, readUpTo(7.4, [0], 7.5), 'ACTIVE', false],
  ['in an outage that the repository still answers', 9, readUpTo(9, [0], 7.5), 'SHIPPING', true],
  ['and moves with the first reading after it', 12, readUpTo(12, [0]), 'ACTIVE', true],
  [
    'and moves in an outage that began a day after its boundary',
    8.6,
    readUpTo(8.6, [0], 8.55),
    'ACTIVE',
    true,
  ],
] as const)('[R64] a status whose boundary passed half a day before an outage stands %s', (...row) => {
  const [, at, evidence, status, confirmed] = row
  expect(conclude(at, evidence, SHIPPING)).toMatchObject({ status, confirmed })
})

test('[R64] the end of RESUMED during an outage is confirmed by the first reading after it', () => {
  const resumed = { status: 'RESUMED', since: day(0) } as const
  const ended = conclude(14.5, readUpTo(12, [-70, 0], 12), resumed)
  expect(ended).toMatchObject({ status: 'ACTIVE', confirmed: false })
  expect(conclude(16, readUpTo(12, [-70, 0], 12), ended)).toMatchObject({ confirmed: false })
  expect(conclude(16, readUpTo(16, [-70, 0]), ended)).toMatchObject({ status: 'ACTIVE', confirmed: true })
  expect(conclude(14.1, readUpTo(14.1, [-70, 0]), resumed)).toMatchObject({ confirmed: true })
})

test('an outage of the provider keeps a status whose silence grows, even when the repository still answers', () => {
  const active = { status: 'ACTIVE', since: day(8) } as const
  for (const at of [32, 40]) {
    expect(conclude(at, readUpTo(at, [0], 29.9), active)).toMatchObject({ status: 'ACTIVE', confirmed: true })
  }
})
