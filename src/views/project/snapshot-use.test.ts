import { describe, expect, test } from 'vitest'
import { type Claim, derived, unknown } from '#contract/claim.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { SnapshotRecord } from '#domain/project/snapshot-record.ts'
import { SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { snapshot } from './snapshot.ts'

const READ = given.READ_AT
const EARLIER = toInstant('2026-11-18T10:00:00Z')
const deps = { now: given.DESCRIBED_AT, site: { baseUrl: 'https://svc.example' } }
const shown = (use: SnapshotRecord['use']) => snapshot(given.snapshotRecord({ use }), deps)
const unread = unknown('STALE')
const use = (calls: number): Claim<{ calls: number; days: number }> =>
  derived({ calls, days: 7 }, 'contract.use@1', ['method:1', 'method:2', SOURCE])

type Used = SnapshotRecord['use']['contracts'][number]
const FROM = '2026-11-12' as CalendarDate
const decoded: Used = {
  contract: given.TOKEN,
  state: 'MEASURED',
  from: FROM,
  collectedFrom: EARLIER,
  calls: 4,
}
const undecoded: Used = { contract: given.TOKEN, state: 'NOT_ENOUGH_YET' }
const days = { calls: 5, days: 7, methods: 2, from: FROM, to: '2026-11-18' }

describe('on-chain use', () => {
  test.each<[string, SnapshotRecord['use'], object]>([
    ['of no contract', { claim: unknown('NO_SOURCE'), contracts: [] }, { state: 'NO_SOURCE' }],
    [
      'that is unknown has the number of contracts, and no calls',
      { claim: unread, contracts: [undecoded] },
      { state: 'STALE', contracts: 1 },
    ],
    [
      'that is unknown has the state of a contract that is behind',
      { claim: unread, contracts: [{ ...decoded, state: 'SOURCE_UNAVAILABLE' }] },
      { state: 'STALE', contracts: 1, contractsDecoded: 1 },
    ],
    [
      'of two contracts, one decoded',
      { claim: use(5), contracts: [decoded, undecoded] },
      { state: 'MEASURED', contracts: 2, contractsDecoded: 1, since: EARLIER, ...days },
    ],
    [
      'is read of all contracts from the latest beginning on',
      { claim: use(5), contracts: [{ ...decoded, collectedFrom: READ }, decoded] },
      { state: 'MEASURED', contracts: 2, contractsDecoded: 2, since: READ, ...days },
    ],
    [
      'has the state of a decoded contract that is behind',
      { claim: use(5), contracts: [decoded, { ...decoded, state: 'SOURCE_UNAVAILABLE' }] },
      { state: 'SOURCE_UNAVAILABLE', contracts: 2, contractsDecoded: 2, since: EARLIER, ...days },
    ],
    [
      'of contracts without a state and a beginning',
      { claim: use(0), contracts: [{ contract: given.TOKEN, from: FROM, calls: 0 }] },
      { state: 'MEASURED', contracts: 1, contractsDecoded: 1, ...days, calls: 0 },
    ],
    [
      'of a contract whose beginning and first day are not known begins with the other',
      { claim: use(5), contracts: [{ contract: given.TOKEN, calls: 1 }, decoded] },
      { state: 'MEASURED', contracts: 2, contractsDecoded: 2, since: EARLIER, ...days },
    ],
    [
      'has the state of the contract that is behind, after one without a state',
      {
        claim: use(5),
        contracts: [
          { contract: given.TOKEN, calls: 1 },
          { ...decoded, state: 'STALE' },
        ],
      },
      { state: 'STALE', contracts: 2, contractsDecoded: 2, since: EARLIER, ...days },
    ],
    [
      'without the first of its days has none',
      { claim: use(5), contracts: [{ ...undecoded, from: FROM }] },
      { state: 'MEASURED', contracts: 1, calls: 5, days: 7, methods: 2 },
    ],
  ])('%s', (_, concluded, expected) => {
    expect(shown(concluded).onChainUse).toEqual({
      ...expected,
      scope: expect.stringMatching(/^Suc/),
    })
  })

  test.each<[string, SnapshotRecord['use'], object]>([
    [
      'ends with its last day',
      { claim: use(5), contracts: [decoded] },
      { as_of: '2026-11-19T00:00:00.000Z' },
    ],
    ['has no end without days', { claim: use(5), contracts: [] }, { kind: 'DERIVED' }],
    ['has a reason', { claim: unread, contracts: [decoded] }, { kind: 'UNKNOWN', reason: 'STALE' }],
  ])('of a claim note %s', (_, concluded, expected) => {
    const note = shown(concluded).claims['onChainUse']
    expect(note).toMatchObject(expected)
    expect('as_of' in (note ?? {})).toBe('as_of' in expected)
  })
})
