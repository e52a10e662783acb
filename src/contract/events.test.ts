import { expect, test } from 'vitest'
import {
  CHANGE_TYPES,
  describedTypes,
  type Publishes,
  refusedType,
  subscribableTypes,
  UNCAUSED_TYPES,
} from './events.ts'
import { openApi } from './openapi/openapi.ts'

const WITHHELD: Publishes = { marketIntegrity: false }
const PUBLISHED: Publishes = { marketIntegrity: true }

test.each([
  ['withheld', WITHHELD, false],
  ['published', PUBLISHED, true],
] as const)(
  'market_integrity.event can be subscribed to where it is published: %s [contract delivered type market_integrity.event]',
  (_, publishes, can) => {
    expect(subscribableTypes(publishes).includes('market_integrity.event')).toBe(can)
    expect(refusedType('market_integrity.event', publishes)?.reason).toBe(can ? undefined : 'not_published')
  },
)

test.each([
  ['market.distribution_changed', 'holder_data'],
  ['market.liquidity_moved', 'trading_alert'],
  ['market.volume_spike', 'trading_alert'],
  ['build.code_activity', 'changes_only'],
  ['build.slowing', 'changes_only'],
  ['contract.source_unverified', 'changes_only'],
  ['contract.usage_changed', 'changes_only'],
  ['contract.method_first_observed', 'changes_only'],
  ['contract.method_resumed', 'changes_only'],
  ['research.owner_verified', 'changes_only'],
  ['research.narrative_assigned', 'changes_only'],
  ['build.everything', 'unknown_type'],
  ['', 'unknown_type'],
  ['toString', 'unknown_type'],
])('refuses %s: %s [contract never delivered type *]', (type, reason) => {
  expect(refusedType(type, PUBLISHED)).toEqual({ type, reason, message: expect.stringMatching(/\.$/) })
})

test.each([WITHHELD, PUBLISHED])(
  'every type is either subscribable or refused with a reason',
  (publishes) => {
    const subscribable = subscribableTypes(publishes)
    for (const type of CHANGE_TYPES)
      expect([type, refusedType(type, publishes) === undefined]).toEqual([type, subscribable.includes(type)])
  },
)

test('every type that can be subscribed to has a cause; the one without a cause is never delivered', () => {
  const listed = describedTypes(PUBLISHED)
  expect(listed.map(({ type }) => type)).toEqual(subscribableTypes(PUBLISHED))
  expect(listed.filter(({ hasCause }) => !hasCause)).toEqual([])
  expect(UNCAUSED_TYPES.map((type) => refusedType(type, PUBLISHED))).toMatchObject([
    { type: 'market.distribution_changed', message: expect.stringContaining('holders are never read') },
  ])
})

test.each([WITHHELD, PUBLISHED])(
  '[agents 37] the API description has the webhooks and payload of the deployment',
  (publishes) => {
    const document = openApi({ baseUrl: 'https://svc.example', version: '0', publishes })
    const types = [...subscribableTypes(publishes), 'event.retracted']
    expect(Object.keys(document.webhooks)).toEqual([...types, 'ping'])
    expect(document.components.schemas['PushedType']).toMatchObject({ enum: types })
  },
)
