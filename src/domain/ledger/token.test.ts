import { expect, test } from 'vitest'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import type { LaunchLogKind } from '#domain/contracts/records.ts'
import {
  address,
  conclusion,
  drafts,
  launchLog,
  move,
  NOW,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'

const FACT = 'token.launch_stage'
const evidence = [sourceId()]
const stage = (value: string | null, given = {}) =>
  conclusion({ fact: FACT, rule: `${FACT}@1`, token: address(0xc), value, evidence, ...given })
/** A move from CREATED, seen on the 20th. */
const moved = (value: string | null, given: Parameters<typeof move>[0] = {}) =>
  move({
    fact: FACT,
    rule: `${FACT}@1`,
    token: address(0xc),
    value,
    evidence,
    before: { rule: `${FACT}@1`, value: 'CREATED', evidence },
    ...given,
  })

test.each<[string, LaunchLogKind]>([
  ['BONDING', 'curve_traded'],
  ['COMPLETED', 'graduated'],
  ['MIGRATED', 'pool_funded'],
])(
  'a move to %s is announced with its log [contract delivered type token.launch_stage_changed]',
  (to, kind) => {
    const launchLogs = [launchLog({ kind: 'curve_opened', blockNumber: 7 }), launchLog({ kind })]
    expect(drafts({ token: address(0xd), concluded: moved(to), launchLogs })).toMatchObject([
      {
        id: `state:${uuid(2)}`,
        type: 'token.launch_stage_changed',
        contract: address(0xc),
        occurredAt: null,
        precision: 'OBSERVED',
        detectedAt: toInstant('2026-11-20T10:00:00Z'),
        summary: `Launch stage moved from CREATED to ${to}`,
        facts: { from: 'CREATED', to, block: 100, transaction: `0x${'cd'.repeat(32)}` },
        evidence: [`state:${uuid(2)}`, `state:${uuid(1)}`],
        seen: { by: 'service' },
      },
    ])
  },
)

const traded = launchLog({})
test.each([
  ['the first known stage', [stage('BONDING')]],
  [
    'a stage known again as it was',
    [...moved(null), stage('CREATED', { id: `state:${uuid(3)}`, evaluatedAt: NOW })],
  ],
  ['a stage that is no longer known', moved(null)],
  ['a stage known for the first time', moved('BONDING', { before: { value: null } })],
  ['a stage by a new version of the rule', moved('BONDING', { rule: `${FACT}@2` })],
  ['a rederived stage', moved('BONDING', { rederived: true })],
])('%s is no move', (_, concluded) => {
  expect(drafts({ concluded, launchLogs: [traded] })).toEqual([])
})

test('a move found after a gap says between which readings', () => {
  const concluded = [
    ...moved(null),
    stage('BONDING', { id: `state:${uuid(3)}`, evaluatedAt: addMs(NOW, -1) }),
  ]
  expect(drafts({ concluded, launchLogs: [traded] })).toMatchObject([
    { facts: { from: 'CREATED', to: 'BONDING', between: { to: addMs(NOW, -1) } } },
  ])
})

const launchReadFrom = (ms: number) =>
  source({ streams: [stream({ stream: 'launch', firstOkAt: addMs(traded.blockTime, ms) })] })
test.each([
  ['a log since the first reading', {}, 'service'],
  ['a log of just the first reading', { sources: [launchReadFrom(0)] }, 'service'],
  ['a log of before the first reading', { sources: [launchReadFrom(1)] }, 'research'],
  ['a log of a source that the project no longer has', { sources: [] }, 'research'],
  [
    'a log of seven days before',
    { launchLogs: [launchLog({ blockTime: toInstant('2026-11-13T10:00:00Z') })] },
    'service',
  ],
  [
    'a log of more than seven days before',
    { launchLogs: [launchLog({ blockTime: toInstant('2026-11-13T09:59:59Z') })] },
    'research',
  ],
  [
    'no log, because another source shows it',
    { launchLogs: [launchLog({ sourceId: sourceId(9) })] },
    'service',
  ],
] as const)('how a move was seen by %s', (_, given, by) => {
  const sources = [launchReadFrom(-30 * DAY_MS)]
  const concluded = moved('BONDING')
  expect(drafts({ sources, launchLogs: [traded], ...given, concluded })).toMatchObject([{ seen: { by } }])
})
