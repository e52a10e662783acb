import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, toInstant } from '#contract/time.ts'
import {
  address,
  announcedBefore,
  contract,
  drafts,
  NOW,
  REORGED,
  ship,
  source,
  sourceId,
  stream,
  upgrade,
  uuid,
  verified,
} from '#test/given/ledger-evidence.ts'

const logAt = (place: { blockNumber: number; logIndex: number }) => ({
  blockTime: NOW,
  blockHash: '0xb1',
  txIndex: 0,
  txHash: '0xc1',
  ...place,
})

test('dates the launch by its block and takes its id from its source [contract change precision EXACT] [contract delivered type contract.deployed]', () => {
  const launch = contract({ deployer: address(0xd) })
  expect(drafts({ contracts: [launch] })).toMatchObject([
    {
      id: `${sourceId()}:deployed`,
      type: 'contract.deployed',
      contract: address(0xc),
      occurredAt: '2026-08-01T10:00:00.000Z',
      precision: 'EXACT',
      facts: { contract: address(0xc), deployer: address(0xd), block: 100 },
      evidence: [sourceId()],
    },
  ])
})

test.each([
  ['whose creation was not read', contract({ creation: null })],
  ['that is declared, not launched', contract({ role: 'declared' })],
  ['that a chain reorganisation removed', contract({ withdrawn: REORGED })],
])('does not announce a launch for a contract %s', (_, given) => {
  expect(drafts({ contracts: [given] })).toEqual([])
})

test('announces one launch for two contracts, the earlier one', () => {
  const creation = { at: toInstant('2026-08-01T10:00:00Z'), block: 100, blockHash: '0xb1', tx: null }
  const early = contract({ address: address(1), creation: { ...creation, tx: { hash: '0xc1', index: 4 } } })
  expect(drafts({ contracts: [contract({ creation }), early] })).toMatchObject([{ contract: address(1) }])
})

test('announces each follow-up deployment of one second, in chain order [contract delivered type contract.followup_deployed]', () => {
  const at = toInstant('2026-11-19T12:00:00Z')
  const created = (index: number) => ({ at, block: 200, blockHash: '0xb1', tx: { hash: '0xc1', index } })
  const deployment = (n: number) =>
    ship({ id: `ship:${uuid(n)}`, kind: 'deployment', contract: address(n), occurredAt: at })
  const drafted = drafts({
    ships: [deployment(1), deployment(2), deployment(3)],
    contracts: [
      contract({ address: address(1), role: 'deployment', creation: created(2) }),
      contract({ address: address(2), role: 'deployment', creation: created(1) }),
    ],
  })
  expect(drafted.map((draft) => [draft.type, draft.contract, draft.facts['block']])).toEqual([
    ['contract.followup_deployed', address(2), 200],
    ['contract.followup_deployed', address(1), 200],
    ['contract.followup_deployed', address(3), undefined],
  ])
})

test('[case 31] [case 32] announces two upgrades of one block or transaction as two events in log order', () => {
  const at = (logIndex: number) => logAt({ blockNumber: 100, logIndex })
  const second = upgrade({
    id: `impl:4663:${address(0xc)}:100:10`,
    implementation: address(0xa1),
    previousImplementation: address(0xa2),
    log: at(10),
  })
  const first = upgrade({ id: `impl:4663:${address(0xc)}:100:9`, log: at(9) })
  expect(drafts({ implementations: [second, first] }).map(({ id }) => id)).toEqual([first.id, second.id])
})

test('[case 33] a changed slot is undated; once its log is found, the same event has its block', () => {
  const slot = upgrade({ id: `impl:4663:${address(0xc)}:rpc:${uuid(1)}`, log: null })
  const [undated] = drafts({ implementations: [slot] })
  expect(undated).toMatchObject({ id: slot.id, occurredAt: null, precision: 'OBSERVED' })
  expect(undated?.facts).not.toHaveProperty('block')
  const log = logAt({ blockNumber: 7, logIndex: 0 })
  expect(drafts({ implementations: [{ ...slot, log }] })).toMatchObject([
    { id: slot.id, occurredAt: NOW, precision: 'EXACT', facts: { block: 7 } },
  ])
})

test('[R83] announces a return to an earlier implementation, and one whose predecessor is not known', () => {
  const [a, b] = [address(0xa1), address(0xa2)]
  const implementations = [
    upgrade({ implementation: b, previousImplementation: a, log: logAt({ blockNumber: 100, logIndex: 1 }) }),
    upgrade({
      id: `impl:4663:${address(0xc)}:101:0`,
      implementation: a,
      previousImplementation: b,
      log: logAt({ blockNumber: 101, logIndex: 0 }),
    }),
    upgrade({
      id: `impl:4663:${address(0xd)}:9:0`,
      contract: address(0xd),
      implementation: b,
      previousImplementation: null,
    }),
  ]
  expect(drafts({ implementations })).toHaveLength(3)
})

const detected = upgrade({}).detectedAt
test.each([
  ['never read without it', null, 'research'],
  ['read without it seven days before', addMs(detected, -7 * DAY_MS), 'reading'],
  ['read without it a millisecond earlier', addMs(detected, -7 * DAY_MS - 1), 'research'],
  ['read without it an hour before', addMs(detected, -HOUR_MS), 'reading'],
] as const)('[R63] how a slot change was seen: %s', (_, unchangedUntil, by) => {
  const upgrades = stream({ stream: 'upgrades', firstOkAt: addMs(NOW, -30 * DAY_MS) })
  const sources = [source({ streams: [stream({ stream: 'proxy' }), upgrades] })]
  const [drafted] = drafts({ sources, implementations: [upgrade({ log: null, unchangedUntil })] })
  expect(drafted?.seen.by).toBe(by)
  if (by === 'reading') expect(drafted?.seen).toMatchObject({ firstReadAt: upgrades.firstOkAt })
  const between = unchangedUntil === null ? undefined : { from: unchangedUntil, to: detected }
  expect(drafted?.facts['between']).toEqual(between)
})

test('[R63] an upgrade with a log is dated by its block, however storage was read', () => {
  const [drafted] = drafts({ implementations: [upgrade({ unchangedUntil: addMs(detected, -HOUR_MS) })] })
  expect(drafted).toMatchObject({ precision: 'EXACT', seen: { by: 'reading' } })
  expect(drafted?.facts).not.toHaveProperty('between')
})

test('[case 34] announces an upgrade of a beacon for each of its fifty contracts', () => {
  const implementations = Array.from({ length: 50 }, (_, n) =>
    upgrade({ id: `impl:4663:${address(n)}:100:0`, contract: address(n), beacon: address(0xbea) }),
  )
  const drafted = drafts({ implementations })
  expect(new Set(drafted.map((draft) => draft.contract)).size).toBe(50)
  expect(drafted).toHaveLength(50)
  expect(new Set(drafted.map((draft) => draft.facts['beacon']))).toEqual(new Set([address(0xbea)]))
})

test.each([
  ['the first implementation', upgrade({ initial: true })],
  [
    'the implementation that was set already [R83]',
    upgrade({ implementation: address(0xa1), previousImplementation: address(0xa1) }),
  ],
  ['an upgrade that a chain reorganisation removed [case 35]', upgrade({ withdrawn: REORGED })],
  ['an upgrade of a contract that is not counted', upgrade({ sourceId: sourceId(2) })],
  ['an upgrade of a source the project does not have', upgrade({ sourceId: sourceId(9) })],
])('%s is not announced', (_, given) => {
  const sources = [source({}), source({ id: sourceId(2), counted: false })]
  expect(drafts({ sources, implementations: [given] }).filter(({ id }) => id === given.id)).toEqual([])
})

const first = verified({})
const later = { id: `abi:${uuid(2)}`, detectedAt: NOW } as const

test.each([
  ['one interface', [first], ['contract.source_verified']],
  [
    'the same interface at another provider',
    [first, verified({ ...later, provider: 'sourcify' })],
    ['contract.source_verified'],
  ],
  [
    "another provider's first interface",
    [first, verified({ ...later, provider: 'sourcify', digest: 'd2' })],
    ['contract.source_verified'],
  ],
  [
    'a second interface at the same provider',
    [first, verified({ ...later, digest: 'd2' })],
    ['contract.source_verified', 'contract.interface_changed'],
  ],
  ['an unspecified match', [verified({ match: 'unspecified' })], []],
  [
    'two contracts',
    [first, verified({ ...later, contract: address(2) })],
    ['contract.source_verified', 'contract.source_verified'],
  ],
])(
  'announces the verified source and changes of %s [contract delivered type contract.interface_changed|contract.source_verified]',
  (_, interfaces, types) => {
    expect(drafts({ interfaces }).map(({ type }) => type)).toEqual(types)
  },
)

test('compares interfaces by detection time, then by id, in whatever order they are listed', () => {
  const second = verified({ ...later, digest: 'd2' })
  const types = (interfaces: Parameters<typeof drafts>[0]['interfaces'] & object) =>
    drafts({ interfaces })
      .map(({ id, type }) => [id, type])
      .toSorted()
  const expected = [
    [first.id, 'contract.source_verified'],
    [second.id, 'contract.interface_changed'],
  ]
  expect(types([second, first])).toEqual(expected)
  expect(types([{ ...second, detectedAt: first.detectedAt }, first])).toEqual(expected)
})

test('says of an interface whether it is the first verified source or a change of it', () => {
  const words = drafts({ interfaces: [first, verified({ ...later, digest: 'd2' })] }).map(
    ({ type, summary }) => `${type}: ${summary}`,
  )
  expect(words).toEqual([
    expect.stringMatching(/^contract.source_verified: Contract source verified/),
    expect.stringMatching(/^contract.interface_changed: Verified interface changed/),
  ])
})

test('does not announce an interface that returns after another', () => {
  const between = verified({ ...later, detectedAt: addMs(first.detectedAt, 1000), digest: 'd2' })
  const back = verified({ id: `abi:${uuid(3)}`, detectedAt: NOW })
  const drafted = drafts({ interfaces: [first, between, back] })
  expect(drafted.map(({ id }) => id)).toEqual([first.id, between.id])
})

test('dates the loss of verified source by the last provider that removed it', () => {
  const ended = { ...first, supersededAt: addMs(NOW, -DAY_MS) }
  const other = verified({ ...later, provider: 'sourcify', detectedAt: first.detectedAt, supersededAt: NOW })
  const third = verified({
    ...later,
    id: `abi:${uuid(4)}`,
    provider: 'etherscan',
    supersededAt: addMs(NOW, -1),
  })
  for (const interfaces of [
    [ended, other, third],
    [other, third, ended],
  ]) {
    const [lapsed] = drafts({ interfaces }).filter(({ type }) => type === 'contract.source_unverified')
    expect(lapsed).toMatchObject({ detectedAt: NOW, evidence: [other.id, sourceId()] })
  }
})

test('announces the loss of verified source once and keeps the event when the source is verified again', () => {
  const lapsed = { ...first, supersededAt: NOW }
  const drafted = drafts({ interfaces: [lapsed] })
  expect(drafted).toMatchObject([
    { id: first.id, type: 'contract.source_verified' },
    { id: `${first.id}:unverified:1795176000`, type: 'contract.source_unverified', detectedAt: NOW },
  ])
  expect(drafts({ interfaces: [lapsed], announced: announcedBefore(drafted) })).toMatchObject(drafted)
  expect(drafts({ interfaces: [first], announced: announcedBefore(drafted) })).toMatchObject(drafted)
  const again = { ...first, supersededAt: addMs(NOW, DAY_MS) }
  expect(drafts({ interfaces: [again], announced: announcedBefore(drafted) })).toHaveLength(3)
})

test('announces the loss of one contract while another one is still verified', () => {
  const lapsed = { ...first, supersededAt: NOW }
  const standing = verified({ id: `abi:${uuid(9)}`, contract: address(99) })
  const losses = drafts({ interfaces: [standing, lapsed] }).filter(({ id }) => id.includes(':unverified:'))
  expect(losses.map(({ contract }) => contract)).toEqual([first.contract])
})

test('does not announce a loss while one of two providers still has the source', () => {
  const interfaces = [{ ...first, supersededAt: NOW }, verified({ ...later, provider: 'sourcify' })]
  expect(drafts({ interfaces }).map(({ type }) => type)).toEqual(['contract.source_verified'])
})
