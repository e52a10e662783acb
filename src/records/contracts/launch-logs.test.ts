import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { LaunchLogKind } from '#domain/contracts/records.ts'
import { getOfProject } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type FoundLaunchLog, getLaunchLogs, getLaunchLogsOf, saveLaunchLogs } from './launch-logs.ts'

const at = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as ContractAddress
const EARLY = toInstant('2026-11-19T12:00:00Z')
const LATE = toInstant('2026-11-20T12:00:00Z')

const { database } = await fileDatabase()

let tokens = 0
async function aLaunch() {
  tokens += 1
  const token = at(tokens)
  const { projectId, sourceId } = await storeProject(
    { kind: 'token', locator: token, token: { address: token } },
    database,
  )
  const owner = { projectId, sourceId }
  const save = (logs: readonly FoundLaunchLog[], from: number, to: number, now = EARLY) =>
    inTransaction(database, (writer) =>
      saveLaunchLogs({ logs, token, blocks: { from, to }, ...owner, now }, writer),
    )
  const stored = async () =>
    (await getOfProject({ projectId, get: getLaunchLogs }, database)).map(
      ({ kind, blockNumber, detectedAt }) => [kind, blockNumber, detectedAt],
    )
  return { token, owner, save, stored }
}

function log(kind: LaunchLogKind, blockNumber: number): FoundLaunchLog {
  const pool = kind === 'graduated' ? at(0xb) : null
  const place = { txIndex: 0, logIndex: 3, txHash: '0xaa', blockTime: EARLY }
  return { kind, contract: at(0xa), pool, blockNumber, blockHash: `0x${blockNumber}`, ...place }
}

test('a log is returned as it was found, with its source, in the order of the chain', async () => {
  const { token, owner, save } = await aLaunch()
  await save([log('graduated', 20), log('curve_opened', 10)], 0, 30)
  const expected = [log('curve_opened', 10), log('graduated', 20)].map((found) => ({
    ...found,
    sourceId: `source:${owner.sourceId}`,
    detectedAt: EARLY,
  }))
  const logs = await getOfProject({ projectId: owner.projectId, get: getLaunchLogs }, database)
  expect(logs).toEqual(expected)
  expect(new Set(await getLaunchLogsOf({ token }, database))).toEqual(new Set(expected))
  expect(await getLaunchLogsOf({ token: at(0xfff) }, database)).toEqual([])
})

test('the first log of a kind stays when a later reading finds another', async () => {
  const { save, stored } = await aLaunch()
  await save([log('curve_traded', 10)], 0, 20)
  await save([log('curve_traded', 25)], 21, 30, LATE)
  expect(await stored()).toEqual([['curve_traded', 10, EARLY]])
})

test('reading blocks again replaces what was found in them, and nothing else', async () => {
  const { save, stored } = await aLaunch()
  const other = await aLaunch()
  await other.save([log('curve_opened', 15)], 0, 30)
  await save([log('curve_opened', 5), log('curve_traded', 15), log('graduated', 25)], 0, 30)
  await save([log('curve_traded', 16)], 10, 20, LATE)
  expect(await stored()).toEqual([
    ['curve_opened', 5, EARLY],
    ['curve_traded', 16, LATE],
    ['graduated', 25, EARLY],
  ])
  await save([], 10, 20, LATE)
  expect((await stored()).map(([kind]) => kind)).toEqual(['curve_opened', 'graduated'])
  expect(await other.stored()).toHaveLength(1)
})
