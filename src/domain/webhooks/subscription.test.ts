import { expect, test } from 'vitest'
import { type DeliveryProgress, deliveredTo, effectsOf, gapOf, judgeTypes } from './subscription.ts'

const PUBLISHES = { marketIntegrity: false }

test.each([
  ['every type', null, null],
  ['one', ['build.release'], ['build.release']],
  ['one twice', ['build.release', 'build.release'], ['build.release']],
  ['implied ones besides', ['ping', 'build.ship', 'event.retracted'], ['build.ship']],
])('[webhooks 79] takes %s', (_, asked, types) => {
  expect(judgeTypes(asked, PUBLISHES)).toEqual({ types })
})

test.each([
  ['an unknown one', ['build.release', 'nope'], [['nope', 'unknown_type']]],
  [
    'each that is never delivered',
    ['market.volume_spike', 'build.release', 'build.slowing'],
    [
      ['market.volume_spike', 'trading_alert'],
      ['build.slowing', 'changes_only'],
    ],
  ],
  ['implied ones alone', ['ping'], [['ping', 'implied']]],
  ['an implied one is no fault beside another', ['ping', 'nope'], [['nope', 'unknown_type']]],
  ['a name of every object', ['constructor'], [['constructor', 'unknown_type']]],
])('[webhooks 79] refuses %s', (_, asked, refused) => {
  const judged = judgeTypes(asked, PUBLISHES)
  expect(judged.refused?.map(({ type, reason }) => [type, reason])).toEqual(refused)
})

const A = 'https://a.example/'
const B = 'https://b.example/'
test.each([
  ['nothing', 'active', {}, undefined, false],
  ['the same url', 'active', { url: A }, undefined, false],
  ['another url', 'active', { url: B }, undefined, true],
  ['another url while disabled', 'disabled', { url: B }, undefined, false],
  ['disabling', 'active', { status: 'disabled' }, 'disabled', false],
  ['disabling with another url', 'active', { status: 'disabled', url: B }, 'disabled', false],
  ['disabling again', 'disabled', { status: 'disabled' }, undefined, false],
  ['enabling', 'disabled', { status: 'active' }, 'active', true],
  ['enabling with another url', 'disabled', { status: 'active', url: B }, 'active', true],
  ['enabling what is active', 'active', { status: 'active' }, undefined, false],
] as const)('an update with %s', (_, status, update, turnsTo, pings) => {
  expect(effectsOf({ url: A, status }, update)).toEqual({ turnsTo, pings })
})

const ACTIVE: DeliveryProgress = {
  status: 'active',
  startsAfter: 10,
  gapAfter: null,
  oldestWaiting: null,
  fannedOutTo: 20,
}
test.each([
  ['everything fanned out was delivered', {}, 20],
  ['up to the oldest event that waits', { oldestWaiting: 15 }, 14],
  ['the fan-out is behind the start', { fannedOutTo: 4 }, 10],
  ['an old event is sent again', { oldestWaiting: 3 }, 10],
  ['disabled before anything was left out', { status: 'disabled' }, deliveredTo(ACTIVE)],
  ['disabled, it stays', { status: 'disabled', gapAfter: 12 }, 12],
  ['enabled again', { gapAfter: 5, startsAfter: 18 }, 20],
] as const)('the cursor: %s', (_, change, position) => {
  expect(deliveredTo({ ...ACTIVE, ...change })).toBe(position)
})

test.each([
  ['never disabled', {}, null],
  ['disabled', { status: 'disabled', gapAfter: 12 }, { after: 12, until: null }],
  ['enabled again', { gapAfter: 12, startsAfter: 18 }, { after: 12, until: 18 }],
  ['enabled again while the ledger stood still', { gapAfter: 18, startsAfter: 18 }, null],
] as const)('the gap: %s', (_, change, gap) => {
  expect(gapOf({ ...ACTIVE, ...change })).toEqual(gap)
})
