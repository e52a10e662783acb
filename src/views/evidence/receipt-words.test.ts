import { describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import type { Receipt } from '#contract/shapes/receipt.ts'
import { toInstant } from '#contract/time.ts'
import { runningWeek } from '#test/given/card-evidence.ts'
import { receiptText } from './receipt-text.ts'
import { receiptTitle, receiptWords } from './receipt-words.ts'
import type { Resting } from './resting.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const AT = toInstant('2026-11-18T10:00:00Z')
const ADDRESS = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const project = { slug: 'lumen', name: 'Lumen', url: 'https://svc.example/projects/lumen' }
const source = { id: 'source:1', kind: 'github_repository', locator: 'a/b', establishedBy: 'mutual' }
const receipt = (kind: Receipt['kind'], recorded: object | undefined, given: object = {}) =>
  ({ id: `${kind}:1`, kind, withdrawn: false, project, recorded, ...given }) as unknown as Receipt
const titleOf = (...of: Parameters<typeof receipt>) => receiptTitle(receipt(...of), NOW)

test.each<[Receipt['kind'], object, object, string]>([
  [
    'ship',
    { shipKind: 'code_week', title: 'v2' },
    { kind: 'Code week', said: 'v2', fields: ['shipKind', 'title', 'notCountedReason', 'version'] },
    'Lumen: code week: v2',
  ],
  ['ship', {}, { kind: 'Ship', fields: ['shipKind', 'title', 'notCountedReason'] }, 'Lumen: ship'],
  [
    'ship',
    { shipKind: 'code_week', title: 'x', facts: { codeWeek: runningWeek.codeWeek } },
    { kind: 'Code week', said: 'code changes, week starting 2026-11-16 (to 2026-11-19)' },
    'Lumen: code week: code changes, week starting 2026-11-16 (to 2026-11-19)',
  ],
  [
    'ship',
    { shipKind: 'docs', title: 'x', facts: { codeWeek: { weekStart: 1 } } },
    { kind: 'Docs', said: 'x' },
    'Lumen: docs x',
  ] as never,
  ['signal', { title: 'Faster' }, { kind: 'Signal:', words: 'Faster', fields: ['title'] }, 'Lumen: Faster'],
  [
    'abi',
    { contract: ADDRESS },
    { kind: 'Verified interface', words: `at ${ADDRESS}`, fields: [] },
    `Lumen: verified interface at ${ADDRESS}`,
  ],
  ['abi', { contract: 'x' }, { kind: 'Verified interface', fields: [] }, 'Lumen: verified interface'],
  [
    'impl',
    { initial: true, contract: ADDRESS },
    {
      kind: 'First implementation of a proxy',
      words: `at ${ADDRESS}`,
      fields: ['initial', 'previousImplementation'],
    },
    `Lumen: first implementation of a proxy at ${ADDRESS}`,
  ],
  [
    'impl',
    { initial: false },
    { kind: 'Changed implementation of a proxy', fields: ['initial'] },
    'Lumen: changed implementation of a proxy',
  ],
  ['lock', { lockWithdrawn: false }, { kind: 'Token lock', fields: ['lockWithdrawn'] }, 'Lumen: token lock'],
  [
    'lock',
    { lockWithdrawn: false, unlockAt: '2027-01-13T10:14:21.000Z' },
    { kind: 'Token lock', words: 'until 13 Jan 2027', fields: ['lockWithdrawn'] },
    'Lumen: token lock until 13 Jan 2027',
  ],
  [
    'lock',
    { lockWithdrawn: true },
    { kind: 'Token lock that was withdrawn', fields: ['lockWithdrawn'] },
    'Lumen: token lock that was withdrawn',
  ],
  ['source', {}, { kind: 'Source', fields: [] }, 'Lumen: source'],
  [
    'claim',
    { by: 'site', statement: 'Ours' },
    { kind: 'Statement by a site of the project', said: 'Ours', fields: ['by', 'statement'] },
    'Lumen: statement by a site of the project: Ours',
  ],
  [
    'claim',
    { by: 'repository' },
    { kind: 'Statement by a repository of the project' },
    'Lumen: statement by a repository of the project',
  ],
  [
    'security',
    { by: 'operator' },
    { kind: 'Security statement by the operator' },
    'Lumen: security statement by the operator',
  ],
  ['narrative', { by: 'signature' }, { kind: 'Narrative by a signature' }, 'Lumen: narrative by a signature'],
  ['claim', { by: 'elf' }, { kind: 'Statement by elf' }, 'Lumen: statement by elf'],
  [
    'claim',
    {
      by: 'site',
      statement: 'Ours',
      claimKind: 'token_named',
      url: null,
      statedOn: null,
      names: '0x1',
      signature: null,
      signatureCheck: null,
      deployRecordCheck: null,
    },
    {
      kind: 'Statement by a site of the project',
      said: 'Ours',
      fields: ['by', 'statement', 'url', 'statedOn', 'signature', 'signatureCheck', 'deployRecordCheck'],
    },
    'Lumen: statement by a site of the project: Ours',
  ],
  [
    'claim',
    { by: 'signature', claimKind: 'token_signed', signature: {}, signatureCheck: null, url: null },
    {
      kind: 'Statement by a signature',
      fields: ['by', 'statement', 'url', 'statedOn', 'names', 'deployRecordCheck'],
    },
    'Lumen: statement by a signature',
  ],
  ['claim', {}, { kind: 'Statement', fields: ['by', 'statement'] }, 'Lumen: statement'],
  [
    'state',
    { fact: 'activity.status', value: { status: 'SHIPPING' }, coverage: 'MEASURED' },
    { kind: 'Conclusion:', words: 'Activity status: shipping', fields: [] },
    'Lumen: Activity status: shipping',
  ],
  [
    'state',
    { fact: 'research.level', value: 'VERIFIED_BUILDER', coverage: 'MEASURED' },
    { kind: 'Conclusion:', words: 'Research level: verified builder' },
    'Lumen: Research level: verified builder',
  ] as never,
  [
    'state',
    { fact: 'contract.use', value: { calls: 1 }, coverage: 'MEASURED' },
    { kind: 'Conclusion:', words: 'Use of contracts' },
    'Lumen: Use of contracts',
  ] as never,
  [
    'integrity',
    { fact: 'market_integrity.state', value: { status: 'OBSERVED' }, coverage: 'STALE' },
    { kind: 'Conclusion:', words: 'Market integrity: unknown, the last reading is too old', fields: [] },
    'Lumen: Market integrity: unknown, the last reading is too old',
  ],
  [
    'method',
    { method: 'swap(uint256)', selector: '0xa9059cbb' },
    { kind: 'First recorded call of a function', said: 'swap(uint256)', fields: ['method'] },
    'Lumen: first recorded call of a function: swap(uint256)',
  ],
  [
    'method',
    { method: null, selector: '0xa9059cbb' },
    { kind: 'First recorded call of a function', said: '0xa9059cbb', fields: ['selector'] },
    'Lumen: first recorded call of a function: 0xa9059cbb',
  ],
  [
    'sourcechange',
    { added: 1 },
    { kind: 'Change of what a site declares', fields: [] },
    'Lumen: change of what a site declares',
  ],
  [
    'sourcechange',
    { added: 2, removed: 0 },
    { kind: 'Change of what a site declares', words: '(2 added, 0 removed)', fields: [] },
    'Lumen: change of what a site declares (2 added, 0 removed)',
  ],
])('a receipt of %s with %j', (kind, recorded, expected, title) => {
  const words = receiptWords(receipt(kind, recorded), NOW)
  const { fields, ...rest } = { fields: undefined, ...expected }
  expect(words).toStrictEqual({
    ...rest,
    fields: fields === undefined ? words.fields : [...fields, 'between'],
  })
  expect(titleOf(kind, recorded)).toBe(title)
})

test.each([
  ['ship', 'ship', 'Ship'],
  ['signal', 'signal', 'Signal'],
  ['abi', 'verified interface', 'Verified interface'],
  ['impl', 'implementation of a proxy', 'Implementation of a proxy'],
  ['lock', 'token lock', 'Token lock'],
  ['source', 'source', 'Source'],
  ['claim', 'statement', 'Statement'],
  ['state', 'conclusion', 'Conclusion'],
  ['integrity', 'conclusion about market integrity', 'Conclusion about market integrity'],
  ['narrative', 'narrative', 'Narrative'],
  ['method', 'called function', 'Called function'],
  ['sourcechange', 'change of a site', 'Change of a site'],
  ['security', 'security statement', 'Security statement'],
] as const)('a withdrawn receipt of %s is named, without its content', (kind, name, first) => {
  const gone = { withdrawn: true }
  expect(receiptWords(receipt(kind, undefined, gone), NOW)).toEqual({ kind: first, fields: [] })
  expect(titleOf(kind, undefined, gone)).toBe(`Withdrawn: this ${name} of Lumen is no longer evidence`)
  expect(titleOf(kind, undefined, { ...gone, project: undefined })).toBe(
    `Withdrawn: this ${name} is no longer public`,
  )
})

test('the title of a receipt has its day, its source, and at most 80 characters of its words', () => {
  expect(titleOf('ship', { title: 'v2' }, { occurredAt: AT })).toBe('Lumen: ship v2 on 18 Nov 2026')
  expect(titleOf('ship', { title: 'v2' }, { occurredAt: null })).toBe('Lumen: ship v2')
  expect(titleOf('source', {}, { source })).toBe('Lumen: source, GitHub repository: a/b')
  const state = { fact: 'activity.status', value: { status: 'ACTIVE' }, coverage: 'MEASURED' }
  expect(titleOf('state', state, { observedAt: AT })).toBe(
    'Lumen: Activity status: active, concluded on 18 Nov 2026',
  )
  expect(titleOf('state', state, { observedAt: null })).toBe('Lumen: Activity status: active')
  const unread = { fact: 'market_integrity.state', value: null, coverage: 'STALE' }
  expect(titleOf('integrity', unread, { observedAt: AT })).toBe(
    'Lumen: Market integrity: unknown, the last reading is too old, concluded on 18 Nov 2026',
  )
  const explorer = { ...source, kind: 'explorer', locator: 'sourcify:0x1' }
  expect(titleOf('source', {}, { source: explorer })).toBe('Lumen: source, explorer: Sourcify, 0x1')
  expect(titleOf('ship', { title: 'é'.repeat(80) })).toBe(`Lumen: ship ${'é'.repeat(80)}`)
  expect(titleOf('ship', { title: 'é'.repeat(81) })).toBe(`Lumen: ship ${'é'.repeat(80)}…`)
})

const linesOf = (of: Receipt, resting?: Resting) => receiptText({ receipt: of, resting }, deps).split('\n')
const json = '- JSON: https://svc.example/api/evidence/ship%3A1'
/** A fact of each form that the text of a receipt words. */
const FACTS = {
  size: 1234,
  flag: null,
  on: '2026-11-18',
  holder: ADDRESS,
  page: 'https://a.example',
  rule: 'x@1',
  'odd*key': ['a', 'b'],
  readAt: AT,
  ship: 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
  empty: [],
  rows: [{ size: 1 }, { 'k*': 2 }],
  inner: { a: 1 },
  previous: null,
  long: [0, 1, 2, 3, 4, 5, 6, 7, 8],
}

test('the text of a receipt has its times, its source, its fields and what rests on it', () => {
  const of = receipt(
    'ship',
    { shipKind: 'release', title: 'v*2', ...FACTS },
    {
      claim: 'FACT',
      occurredAt: AT,
      observedAt: NOW,
      detectedAt: null,
      source,
    },
  )
  const resting: Resting = {
    conclusions: [
      { id: 'state:1', name: 'Activity status', rule: 'activity.status@6', evaluatedAt: AT, explained: null },
      {
        id: 'state:2',
        name: 'Still building',
        rule: 'still_building@1',
        evaluatedAt: AT,
        explained: { slug: 'lumen' as Slug, fact: 'still_building' },
      },
    ],
    records: [{ id: 'signal:1', title: 'Faster', at: AT }],
    changes: [{ type: 'build.release', summary: 'Release v2' }] as never,
    recordsTotal: 1,
    changesTotal: 1,
    replacedBy: 'ship:2',
  }
  expect(linesOf(of, resting)).toEqual([
    '# Release “v＊2”',
    '',
    '- Evidence id: `ship:1`',
    '- Project: “Lumen”, https://svc.example/projects/lumen',
    '- Claim: FACT',
    `- Happened: ${AT}`,
    `- Read: ${NOW}`,
    '- First known: unknown',
    '- Source: github_repository “a/b”, established by mutual, `source:1`',
    '- Size: 1,234',
    '- Flag: unknown',
    '- On: 2026-11-18',
    `- Holder: ${ADDRESS}`,
    '- Page: “https://a.example”',
    '- Rule: “x@1”',
    '- “odd＊key”: “a”; “b”',
    `- Read at: ${AT}`,
    '- Ship: `ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11`',
    '- Empty: none',
    '- Rows: (Size 1, “k＊” unknown); (Size unknown, “k＊” 2)',
    '- Inner: A 1',
    '- Previous: none before it',
    '- Long: 0; 1; 2; 3; 4; 5; 6; 7; and 1 more',
    '- Rests on it: Activity status by activity.status@6, `state:1`',
    '- Rests on it: Still building by still_building@1, as last evaluated, https://svc.example/api/projects/lumen/explain?fact=still_building',
    '- Rests on it: “Faster”, `signal:1`',
    '- Ledger: build.release, “Release v2”',
    '- Replaced by: `ship:2`',
    json,
    '',
  ])
})

describe('the text of a receipt', () => {
  test.each([
    [{ countsAs: 'code_week', notCountedReason: null }, ['- Counts as: code week']],
    [{ countsAs: null, notCountedReason: 'no_human_commit' }, ['- Why it does not count: no human commit']],
    [{ countsAs: null, notCountedReason: null }, ['- Counts as: unknown']],
  ])('of a ship with %j says whether it counts', (recorded, lines) => {
    expect(linesOf(receipt('ship', recorded)).filter((line) => /count/i.test(line))).toEqual(lines)
  })

  test.each([
    ['code_week', null, []],
    ['deployment', null, []],
    ['release', null, ['- Version: unknown']],
    ['upgrade', 'v2', ['- Version: “v2”']],
  ])('of a %s with the version %s', (shipKind, version, lines) => {
    const of = receipt('ship', { shipKind, version, countsAs: 'release', notCountedReason: null })
    expect(linesOf(of).filter((line) => line.startsWith('- Version'))).toEqual(lines)
  })

  test('of a conclusion says why an input is unknown', () => {
    const unknownInputs = [{ input: 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162', reason: 'STALE' }]
    const of = receipt('state', { fact: 'activity.status', inputs: { countedShips: null }, unknownInputs })
    expect(linesOf(of)).toContain('- Inputs: Counted ships unknown (the last reading is too old)')
  })

  test('without a source, fields and records that rest on it has its times alone', () => {
    const resting = {
      conclusions: [],
      records: [],
      changes: [],
      recordsTotal: 0,
      changesTotal: 0,
      replacedBy: null,
    }
    expect(linesOf(receipt('ship', {}, { claim: 'DERIVED', source: null }), resting)).toEqual([
      '# Ship',
      '',
      '- Evidence id: `ship:1`',
      '- Project: “Lumen”, https://svc.example/projects/lumen',
      '- Claim: DERIVED',
      '- Happened: unknown',
      '- Read: unknown',
      '- First known: unknown',
      '- No conclusion, record or entry of the ledger cites it now.',
      json,
      '',
    ])
  })

  test.each([
    [{}, '- Withdrawn. Nothing rests on it any more.'],
    [
      { withdrawnAt: AT, withdrawnReason: 'It *moved*' },
      `- Withdrawn on ${AT}: “It ＊moved＊”. Nothing rests on it any more.`,
    ],
  ])('of a withdrawn record has when and why: %j', (given, line) => {
    const gone = receipt('ship', undefined, { withdrawn: true, project: undefined, ...given })
    expect(linesOf(gone)).toEqual(['# Ship', '', '- Evidence id: `ship:1`', line, json, ''])
  })
})
