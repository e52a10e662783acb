import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { contractsOf, useOf } from './contracts.ts'

const READ = toInstant('2026-12-02T10:00:00Z')
const OWN = '0x189f023dd34e27914e373dc4cdbbb2e949f5f7bf'
const IMPLEMENTATION = '0x4c36a959022a99cc3b5f5bac4809efd45d98c796'

const CONTRACT = {
  contract: OWN,
  chainId: 4663,
  role: 'deployment',
  source: { id: 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162' },
  creation: { state: 'STALE' },
  verifiedSource: { state: 'STALE' },
  activity: { state: 'STALE' },
}

type Verified = readonly [provider: string, match: string, contract?: string]

/** A cell of the row of a contract. */
function cellOf(at: number, contract: object): string {
  const contracts = { state: 'MEASURED', observedAt: READ, items: [contract] }
  const answers = { contracts, dossier: { slug: 'lumen', coverage: {} } } as unknown as ProjectAnswers
  return String(contractsOf(answers, aSheet(READ)).toString().split('<td')[at])
}

/** The cell of the source code, without markup. */
function sourceCode(verified: readonly Verified[]): string {
  const items = verified.map(([provider, match, contract = OWN], at) => ({
    evidenceId: `abi:${at}`,
    contract,
    provider,
    match,
    observedAt: READ,
  }))
  return cellOf(4, { ...CONTRACT, verifiedSource: { state: 'MEASURED', items } })
}

const wordsOf = (html: string) =>
  html.replaceAll(/<span class="account".*?<\/span><\/span>/g, '</span>').replaceAll(/^[^>]*>|<[^>]+>/g, '')

test.each<[readonly Verified[], string]>([
  [[['sourcify', 'partial']], 'partial'],
  [
    [
      ['sourcify', 'exact'],
      ['blockscout', 'exact'],
    ],
    'exact',
  ],
  [
    [
      ['sourcify', 'partial'],
      ['blockscout', 'exact'],
    ],
    'partial at Sourcify, exact at Blockscout',
  ],
  [
    [
      ['sourcify', 'partial'],
      ['sourcify', 'exact', IMPLEMENTATION],
    ],
    'partial at Sourcify, exact at Sourcify of 0x4c36…c796',
  ],
])('source code verified as %j reads %s', (verified, words) => {
  const cell = sourceCode(verified)
  expect(wordsOf(cell)).toContain(words)
  for (const at of verified.keys()) expect(cell).toContain(`/evidence/abi%3A${at}`)
})

test('the source code that no explorer read has verified is “none found”', () => {
  expect(wordsOf(sourceCode([]))).toContain('none found')
})

test('an address without code has no creation, and says that the chain has no contract there', () => {
  const absent = { ...CONTRACT, creation: { state: 'NO_SOURCE' }, noCodeAt: READ }
  expect(wordsOf(cellOf(3, absent))).toMatch(/^no contract at this address, read /)
  expect(cellOf(3, absent)).toContain(CONTRACT.source.id)
  expect(wordsOf(cellOf(3, CONTRACT))).not.toContain('no contract')
})

test('the contracts say when they were read, and their use has no time but that of its days', () => {
  const coverage = { contracts: { state: 'MEASURED', observedAt: READ } }
  const answers = {
    contracts: { state: 'MEASURED', items: [] },
    dossier: { slug: 'lumen', coverage },
    snapshot: { onChainUse: { state: 'MEASURED', scope: 'Calls.', calls: 3, methods: 1 } },
    readings: new Map(),
  } as unknown as ProjectAnswers
  const sheet = aSheet(toInstant('2026-12-02T13:00:00Z'))
  expect(wordsOf(contractsOf(answers, sheet).toString())).toContain('? Read 3 h ago.')
  expect(wordsOf(useOf(answers, sheet).toString())).not.toContain('Read 3 h ago')
})
