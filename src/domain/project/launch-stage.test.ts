import { expect, test } from 'vitest'
import type { CoverageState, ReadingOutcome } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { LaunchLog, LaunchLogKind } from '#domain/contracts/records.ts'
import type { Stream } from '#domain/evidence.ts'
import { day, sourceOf, streamOf, unreadStream } from '#test/given/build-evidence.ts'
import { address } from '#test/given/ledger-evidence.ts'
import { LAUNCH_STAGE_RULE, LAUNCH_STREAM, launchStage, logOfStage } from './launch-stage.ts'

const NOW = 100
const POOL = address(0xb)
const token = sourceOf('t0', 'token', 0)

function log(kind: LaunchLogKind, at: number, given: Partial<LaunchLog> = {}): LaunchLog {
  return {
    sourceId: token.id,
    kind,
    contract: address(0xa),
    detectedAt: day(at),
    blockTime: day(at),
    blockNumber: at,
    txIndex: 0,
    logIndex: 0,
    txHash: `0x${at}`,
    blockHash: '0xb',
    pool: kind === 'graduated' ? POOL : null,
    ...given,
  }
}
const read = (okTo: number, given: Partial<Stream> = {}) =>
  streamOf(LAUNCH_STREAM, { from: 0, okTo, ...given })
const of = (logs: readonly LaunchLog[], ...streams: readonly Stream[]) =>
  launchStage({ token: { id: token.id, streams }, logs }, day(NOW))

const opened = log('curve_opened', 60)
const traded = log('curve_traded', 61)
const graduated = log('graduated', 80)
const funded = log('pool_funded', 81, { contract: POOL })
const fresh = read(NOW - 0.1)

test.each<[string, string, readonly LaunchLog[]]>([
  ['the factory opened the curve', 'CREATED', [opened]],
  ['somebody traded', 'BONDING', [opened, traded]],
  ['the factory closed the curve', 'COMPLETED', [opened, traded, graduated]],
  ['the pool got liquidity', 'MIGRATED', [opened, traded, graduated, funded]],
  ['the curve closed without a trade', 'COMPLETED', [opened, graduated]],
  ['the logs came in another order', 'BONDING', [traded, opened]],
])('when %s, the stage is %s', (_, stage, logs) => {
  expect(of(logs, fresh)).toMatchObject({
    claim: { kind: 'DERIVED', value: stage, rule: LAUNCH_STAGE_RULE.id, evidence: [token.id] },
    rule: 'token.launch_stage@1',
    unknownInputs: [],
  })
})

const failing = (lastOutcome: ReadingOutcome) => ({ lastOutcome, failingSince: day(NOW - 5) })
test.each<[string, CoverageState, readonly LaunchLog[], readonly Stream[]]>([
  ['nobody reads launches', 'NO_SOURCE', [], []],
  ['nobody reads launches any more', 'NO_SOURCE', [opened], []],
  ['the logs were not read yet', 'NOT_ENOUGH_YET', [], [unreadStream(LAUNCH_STREAM)]],
  ['the logs were read and the token has no curve', 'NO_SOURCE', [], [fresh]],
  ['no factory is configured any more', 'NO_SOURCE', [opened], [read(NOW - 5, failing('missing'))]],
  ['the last reading is too old', 'STALE', [opened], [read(NOW - 5)]],
  [
    'the chain fails for days',
    'SOURCE_UNAVAILABLE',
    [opened, traded],
    [read(NOW - 5, failing('unavailable'))],
  ],
  ['nothing says whether the pool got liquidity', 'STALE', [opened, graduated], [read(NOW - 5)]],
])('when %s, the stage is unknown: %s', (_, reason, logs, streams) => {
  expect(of(logs, ...streams)).toMatchObject({
    claim: { kind: 'UNKNOWN', reason },
    unknownInputs: [{ input: 'launch_logs', reason }],
  })
})

test('a reading that fails for less than three days leaves the stage as it was read', () => {
  expect(of([opened, traded], read(NOW - 2, failing('rate_limited'))).claim).toMatchObject({
    value: 'BONDING',
  })
})

test('the last stage stays, whatever is read later', () => {
  const logs = [opened, traded, graduated, funded]
  expect(of(logs, read(NOW - 50)).claim).toMatchObject({ value: 'MIGRATED' })
  expect(of(logs).claim).toMatchObject({ value: 'MIGRATED' })
})

test('a graduation that names no pool leaves the pool unknown', () => {
  const { claim, unknownInputs } = of([opened, { ...graduated, pool: null }], fresh)
  expect(claim).toMatchObject({ value: 'COMPLETED' })
  expect(unknownInputs).toEqual([{ input: 'pool_logs', reason: 'NO_SOURCE' }])
})

test('a project without a token has no launch; logs of another token are not its own', () => {
  expect(launchStage({ token: undefined, logs: [opened] }, day(NOW)).claim).toEqual({
    kind: 'UNKNOWN',
    reason: 'NOT_APPLICABLE',
  })
  const other = { ...opened, sourceId: 'source:other' as EvidenceId }
  expect(of([other], fresh).claim).toMatchObject({ reason: 'NO_SOURCE' })
})

test('the inputs name each log with its block, and how far was read', () => {
  expect(of([opened, graduated], fresh).inputs).toEqual({
    logs: [
      {
        kind: 'curve_opened',
        contract: address(0xa),
        pool: null,
        block: 60,
        transaction: '0x60',
        at: day(60),
      },
      { kind: 'graduated', contract: address(0xa), pool: POOL, block: 80, transaction: '0x80', at: day(80) },
    ],
    readTo: fresh.lastOkAt,
  })
  expect(of([], unreadStream(LAUNCH_STREAM)).inputs).toEqual({ logs: [], readTo: null })
})

test.each([
  ['BONDING', [opened, traded], traded],
  ['MIGRATED', [opened, traded], undefined],
] as const)('the log of %s is the one that shows it', (stage, logs, expected) => {
  expect(logOfStage(stage, logs)).toBe(expected)
})
