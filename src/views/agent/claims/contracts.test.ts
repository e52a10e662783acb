import { expect, test } from 'vitest'
import type { ProjectContracts } from '#contract/shapes/contract.ts'
import { contractsClaims } from './contracts.ts'

const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const IMPL = 'impl:4663:0x1111111111111111111111111111111111111111:12:3'
const implementation = '0x2222222222222222222222222222222222222222'
const contract = {
  ...{ contract: '0x1111111111111111111111111111111111111111', role: 'token', counted: true },
  ...{ source: { id: SOURCE }, detectedAt: '2026-11-19T10:00:00.000Z', creation: {} },
  implementations: { state: 'MEASURED', items: [{ evidenceId: IMPL, implementation }] },
  proxy: { state: 'MEASURED', kind: 'eip1967', implementation },
  verifiedSource: { state: 'MEASURED' },
  interface: { state: 'MEASURED', functions: 0 },
  activity: { state: 'MEASURED', calls: 0, from: '2026-11-12', to: '2026-11-18' },
}

test('every line about a contract cites evidence, the implementation its own', () => {
  const project = { slug: 'lumen' }
  const answer = { project, state: 'MEASURED', items: [contract], total: 1 } as unknown as ProjectContracts
  const [, ...claims] = contractsClaims(answer)
  expect(claims.map(({ kind, evidence }) => [kind, evidence])).toEqual([
    ['FACT', [SOURCE]],
    ['FACT', [IMPL]],
    ['FACT', [SOURCE]],
    ['FACT', [SOURCE]],
    ['FACT', [SOURCE]],
  ])
})
