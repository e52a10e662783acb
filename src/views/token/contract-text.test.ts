import { expect, test } from 'vitest'
import type { Contract } from '#contract/shapes/contract.ts'
import { contractText, contractTitle, sharedContract } from './contract-text.ts'

const ADDRESS = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const UNREAD = { state: 'NO_SOURCE' }
const contractOf = (given: object = {}) =>
  ({
    role: 'token',
    chainId: 4663,
    contract: ADDRESS,
    project: { slug: 'lumen', name: 'Lu*men' },
    source: { id: 'source:1', locator: 'owner' },
    disclaimer: 'No verdict.',
    detectedAt: '2026-06-02T10:00:00.000Z',
    creation: UNREAD,
    deployer: UNREAD,
    proxy: UNREAD,
    implementations: UNREAD,
    verifiedSource: UNREAD,
    interface: UNREAD,
    activity: UNREAD,
    ...given,
  }) as unknown as Contract
const linesOf = (given: object) =>
  contractText(contractOf(given), { baseUrl: 'https://svc.example' }).split('\n')

test.each([
  ['token', 'Token contract'],
  ['launch', 'Launch contract'],
  ['deployment', 'Deployed contract'],
  ['declared', 'Declared contract'],
] as const)('the title of a %s names it, and says when its use is not known', (role, words) => {
  expect(contractTitle(contractOf({ role }))).toBe(`${words} of Lu*men, 0x4c1d…b1a0: use not known`)
  const used = contractOf({ role, activity: { state: 'MEASURED', calls: 0 } })
  expect(contractTitle(used)).toBe(`${words} of Lu*men, 0x4c1d…b1a0: 0 decoded calls in 7 days`)
})

test.each([
  [1, '1 decoded call in 7 days'],
  [1200, '1,200 decoded calls in 7 days'],
])('the title and the picture of a contract with %i calls', (calls, words) => {
  const used = contractOf({ activity: { state: 'MEASURED', calls } })
  expect(contractTitle(used)).toContain(`: ${words}`)
  expect(sharedContract(used).lines[0]).toContain(`${words}.`)
})

test('an address without code is said to have no contract, in title, picture and Markdown', () => {
  const given = { noCodeAt: '2026-06-01T10:00:00.000Z' }
  expect(contractTitle(contractOf(given))).toMatch(/: no contract at this address$/)
  expect(sharedContract(contractOf(given)).lines[0]).toContain('No contract is at this address.')
  expect(linesOf(given).join(' ')).toContain('- Code: none: there is no contract at this address, read ')
  expect(linesOf({}).join(' ')).not.toContain('- Code')
})

test('says that there can be more upgrades than could be read', () => {
  const lines = linesOf({ implementations: { state: 'SOURCE_UNAVAILABLE', total: 2 } })
  expect(lines).toContain('- Implementations: 2. Not every upgrade could be read, so that there can be more.')
})

test('a contract as Markdown has each section that was read', () => {
  const items = [
    { provider: 'sourcify', match: 'exact', contract: ADDRESS },
    { provider: 'blockscout', match: 'partial', contract: `0x${'ab'.repeat(20)}` },
  ]
  const lines = linesOf({
    creation: { state: 'MEASURED', createdAt: '2026-06-01T10:00:00.000Z', settled: false, block: 7 },
    deployer: { state: 'MEASURED', address: '0xd' },
    proxy: { state: 'MEASURED', kind: 'eip1967' },
    implementations: { state: 'MEASURED', total: 2 },
    verifiedSource: { state: 'MEASURED', items },
    interface: { state: 'MEASURED', functions: 7, events: 3 },
    activity: {
      state: 'MEASURED',
      calls: 42,
      from: '2026-11-12',
      to: '2026-11-18',
      methods: [{ method: 'deposit(uint256)', calls: 42 }],
      methodsTotal: 1,
    },
  })
  expect(lines).toEqual([
    '# Token contract of Lu＊men',
    '',
    'Its source is not counted as the project’s own.',
    '',
    `- Contract: ${ADDRESS} on chain 4663`,
    '- Source: “owner”, https://svc.example/api/evidence/source%3A1',
    '- Token verification: unknown',
    '- Created: 2026-06-01T10:00:00.000Z, the block can still be replaced',
    '- Block of the creation: 7',
    '- Transaction of the creation: unknown (not recorded)',
    '- Deployer: 0xd',
    '- Proxy: eip1967',
    '- Implementations: 2',
    '- Verified source: exact at Sourcify, partial at Blockscout of 0xabab…abab',
    '- Functions: 7',
    '- Events: 3',
    '- Decoded calls in 7 days: 42, from 2026-11-12 to 2026-11-18: “deposit(uint256)” 42',
    '- Functions called: 1',
    '- First known: 2026-06-02T10:00:00.000Z',
    '- Evaluated: not yet',
    '',
    `JSON: https://svc.example/api/contracts/4663/${ADDRESS}`,
    '',
    'No verdict.',
    '',
  ])
})

test('a section without a value has its reason', () => {
  const lines = linesOf({ deployer: { state: 'MEASURED' } })
  expect(lines).toContain('- Deployer: unknown (not recorded)')
  expect(lines.filter((line) => line.endsWith(': unknown (no source has it)'))).toHaveLength(10)
})

test.each([
  ['MEASURED', 'No explorer that was read has verified its source.'],
  ['NO_SOURCE', 'unknown (no source has it)'],
])('a contract whose source nobody verified, in the state %s, says so', (state, words) => {
  expect(linesOf({ verifiedSource: { state, items: [] } })).toContain(`- Verified source: ${words}`)
})
