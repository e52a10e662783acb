import { describe, expect, test } from 'vitest'
import type { ProjectContracts } from '#contract/shapes/contract.ts'
import { contractsClaims } from './contracts.ts'

const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const IMPL = 'impl:4663:0x1111111111111111111111111111111111111111:12:3'
const ABI = 'abi:1'
const READ = '2026-11-19T10:00:00.000Z'
const THEN = '2026-11-18T10:00:00.000Z'
const address = '0x1111111111111111111111111111111111111111'
const implementation = '0x2222222222222222222222222222222222222222'
const contract = {
  contract: address,
  role: 'token',
  counted: true,
  source: { id: SOURCE },
  detectedAt: READ,
  creation: {},
  implementations: { state: 'MEASURED', items: [{ evidenceId: IMPL, implementation }] },
  proxy: { state: 'MEASURED', kind: 'eip1967', implementation },
  verifiedSource: { state: 'MEASURED' },
  interface: { state: 'MEASURED', functions: 0 },
  activity: { state: 'MEASURED', calls: 0, from: '2026-11-12', to: '2026-11-18' },
}
const answer = { project: { slug: 'lumen' }, state: 'MEASURED', items: [contract], total: 1 }
const claimsOf = (given: object) => contractsClaims({ ...answer, ...given } as unknown as ProjectContracts)
const about = (given: object) => claimsOf({ items: [{ ...contract, ...given }] }).slice(1)
const claimOf = (start: string, given: object) =>
  about(given).find(({ statement }) => statement.startsWith(start))

test('every line about a contract cites evidence, the implementation its own', () => {
  expect(about({}).map(({ kind, statement, evidence }) => [kind, statement, evidence])).toEqual([
    ['FACT', `Contract ${address}: role token, counted as the project's own.`, [SOURCE]],
    ['FACT', `Proxy of ${address}: eip1967, implementation ${implementation}.`, [IMPL]],
    ['FACT', `Verified source of ${address}: none found.`, [SOURCE]],
    ['FACT', `Interface of ${address}: 0 functions.`, [SOURCE]],
    ['FACT', `Decoded calls of ${address} from 2026-11-12 to 2026-11-18: 0.`, [SOURCE]],
  ])
})

test('an address without code is said to have no contract, as of the reading that found none', () => {
  const [claim, ...others] = about({ noCodeAt: READ }).filter(({ statement }) =>
    statement.includes('no contract'),
  )
  expect(claim).toMatchObject({
    kind: 'FACT',
    statement: `The chain has no contract at ${address}.`,
    observedAt: READ,
    evidence: [SOURCE],
  })
  expect(others).toEqual([])
  expect(claimOf('The chain', {})).toBeUndefined()
})

test('a contract of which nothing was read has a reason in each line', () => {
  const unread = { state: 'STALE' }
  const claims = about({
    counted: false,
    proxy: unread,
    verifiedSource: unread,
    interface: unread,
    activity: unread,
    implementations: unread,
  })
  expect(claims.map(({ kind, statement, reason }) => [kind, statement, reason])).toEqual([
    ['FACT', `Contract ${address}: role token, not counted as the project's own.`, undefined],
    ['UNKNOWN', `Proxy of ${address}: not known.`, 'STALE'],
    ['UNKNOWN', `Verified source of ${address}: not known.`, 'STALE'],
    ['UNKNOWN', `Interface of ${address}: not known.`, 'STALE'],
    ['UNKNOWN', `Calls of ${address} in seven days: not known.`, 'STALE'],
  ])
  for (const claim of claims.slice(1)) {
    expect(claim).not.toHaveProperty('value')
    expect(claim).not.toHaveProperty('evidence')
    expect(claim).not.toHaveProperty('observedAt')
  }
})

test.each([
  ['Contract', { creation: { createdAt: THEN } }, { occurredAt: THEN, observedAt: READ }],
  ['Contract', {}, { observedAt: READ, value: { contract: address, role: 'token', counted: true } }],
  [
    'Proxy',
    { proxy: { kind: 'beacon', observedAt: READ } },
    { value: { kind: 'beacon' }, observedAt: READ, evidence: [SOURCE] },
  ],
  ['Proxy', {}, { value: { kind: 'eip1967', implementation } }],
  [
    'Proxy',
    { implementations: {}, proxy: { kind: 'eip1967', implementation, observedAt: READ } },
    { evidence: [SOURCE], observedAt: READ },
  ],
  [
    'Verified source',
    { verifiedSource: { state: 'MEASURED', items: [], observedAt: READ } },
    { kind: 'FACT', observedAt: READ, evidence: [SOURCE] },
  ],
  [
    'Verified source',
    {
      verifiedSource: {
        state: 'STALE',
        items: [{ match: 'exact', provider: 'sourcify', observedAt: READ, evidenceId: ABI }],
      },
    },
    {
      statement: `Verified source of ${address}: exact match at sourcify.`,
      value: { match: 'exact', provider: 'sourcify' },
      observedAt: READ,
      evidence: [ABI],
    },
  ],
  [
    'Interface',
    { interface: { state: 'MEASURED', functions: 7, observedAt: READ, evidenceId: ABI } },
    { value: { functions: 7 }, observedAt: READ, evidence: [ABI] },
  ],
  [
    'Decoded calls',
    { activity: { ...contract.activity, calls: 4, observedAt: READ, evidence: [ABI] } },
    { value: { calls: 4, from: '2026-11-12', to: '2026-11-18' }, observedAt: READ, evidence: [ABI] },
  ],
])('the line “%s” of %j', (start, given, expected) => {
  expect(claimOf(start, given)).toMatchObject(expected)
})

test.each(['Contract', 'Proxy', 'Interface', 'Decoded calls'])(
  '“%s” has no time that is not known',
  (start) => {
    const claim = claimOf(start, { detectedAt: undefined })
    expect(claim?.occurredAt).toBeUndefined()
    expect(start === 'Contract' || !('observedAt' in (claim ?? {}))).toBe(true)
  },
)

test.each(['calls', 'from', 'to'])('calls without “%s” are unknown', (key) => {
  const activity = { ...contract.activity, [key]: undefined }
  expect(about({ activity }).at(-1)).toEqual({
    kind: 'UNKNOWN',
    words: 'service',
    statement: `Calls of ${address} in seven days: not known.`,
  })
})

test.each([
  [0, '0 functions'],
  [1, '1 function'],
  [7, '7 functions'],
])('an interface with %i functions says %s', (functions, words) => {
  const items = [{ ...contract, interface: { state: 'MEASURED', functions } }]
  const statements = claimsOf({ items }).map(({ statement }) => statement)
  expect(statements).toContain(`Interface of ${address}: ${words}.`)
})

describe('the list of contracts', () => {
  test.each([
    [{ total: 3, observedAt: READ, asOf: THEN }, 'lumen has 3 recorded contracts', 3],
    [{ total: undefined }, 'lumen has 1 recorded contract', undefined],
  ])('has its number, and the times that are known: %j', (given, start, value) => {
    const [list] = claimsOf(given)
    expect(list).toStrictEqual({
      kind: 'FACT',
      words: 'service',
      statement: `${start}; all deployments of its deployers are read.`,
      ...(value === undefined ? {} : { value, observedAt: READ, asOf: THEN }),
    })
  })

  test('that was not read to its end can be longer', () => {
    expect(claimsOf({ state: 'STALE' })[0]?.statement).toBe(
      'lumen has 1 recorded contract; there may be more (STALE).',
    )
  })

  test('that is not known is unknown with its reason', () => {
    expect(claimsOf({ state: 'NO_SOURCE', items: undefined })).toEqual([
      {
        kind: 'UNKNOWN',
        words: 'service',
        reason: 'NO_SOURCE',
        statement: 'lumen contracts: not known (NO_SOURCE).',
      },
    ])
  })
})
