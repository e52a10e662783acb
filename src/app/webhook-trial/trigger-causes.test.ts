import { expect, test } from 'vitest'
import { CHANGE_TYPES, subscribableTypes } from '#contract/events.ts'
import { Refusal } from '#operator/refusal.ts'
import { actionNames } from '#sandbox/actions/index.ts'
import { happeningsOf } from './trigger-causes.ts'

/** The actions to try, or the refusal. */
function causeOf(type: string): readonly string[] | string {
  try {
    return happeningsOf(type).map(({ action }) => action)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test.each([
  ['build.code_activity', /is never delivered: Events of this type are on \/api\/changes only/],
  ['market.volume_spike', /is never delivered: The service sends no trading alerts/],
  ['market.distribution_changed', /is never delivered: Holdings/],
  [
    'build.nothing',
    /^build\.nothing is never delivered: No event has this type\. Expected one of build\.release, build\.ship, .*lock\.withdrawn$/,
  ],
  ['toString', /^toString is never delivered: No event has this type/],
  ['ping', /^ping is no event: POST \/api\/webhooks\/\{id\}\/ping sends one/],
  ['research.source_restored', /^No single step of the sandbox causes .*svc sandbox advance 1d$/],
  ['event.retracted', /^No single step .*svc project hide marlow$/],
])('[R145] refuses %s with its reason, and an unknown type with the types', (type, words) => {
  expect(causeOf(type)).toMatch(words)
})

test('every type that is delivered has a cause in the sandbox, or says how to see one', () => {
  for (const type of subscribableTypes({ marketIntegrity: true })) {
    const cause = causeOf(type)
    if (typeof cause === 'string') expect(cause).toMatch(type)
    else expect(actionNames).toEqual(expect.arrayContaining([...cause]))
  }
  expect(CHANGE_TYPES.map(causeOf).every((cause) => cause.length > 0)).toBe(true)
})
