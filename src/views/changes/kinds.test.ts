import { expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeKindBeside } from './kinds.ts'

test.each<[ChangeType | undefined, string, string | undefined]>([
  ['build.release', 'Release v1.56.0', undefined],
  ['research.published', 'Project page published', undefined],
  ['market.status_changed', 'Market status moved from LIVE to LIQUIDITY_GONE', undefined],
  ['contract.deployed', 'Contract 0xa1 deployed at launch', undefined],
  [
    'contract.followup_deployed',
    "Contract 0xa1 deployed by the project's deployer",
    'later contract deployed',
  ],
  ['build.ship', 'Documentation Search', 'ship'],
  ['build.code_activity', 'code changes, weekly', 'code week'],
  [undefined, 'Release v1', undefined],
])('beside an event of the type %s with the line “%s” stands %s', (type, summary, expected) => {
  expect(changeKindBeside({ type, summary, facts: {} } as ChangeEvent)).toBe(expected)
})
