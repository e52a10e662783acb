import { describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { addressOf } from '#test/given/records.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getLocks, getRecordedLocks, type LockReading, saveLocks } from './locks.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const LATER = addMs(NOW, 3_600_000)
const at = (n: number) => addressOf(n) as ContractAddress

const { database } = await fileDatabase()

const project = (n: number) =>
  storeProject({ kind: 'locker', locator: `${at(1)}:${at(n)}`, token: { address: at(n) } }, database)
const lock = (token: number, over: Partial<LockReading> = {}): LockReading => ({
  locker: at(1),
  lockId: '1',
  token: at(token),
  owner: at(9),
  amount: '1000',
  unlockAt: toInstant('2027-01-01T00:00:00Z'),
  withdrawn: false,
  ...over,
})
const save = (locks: readonly LockReading[], { projectId, sourceId }: StoredProject, now = NOW) =>
  inTransaction(database, (writer) => saveLocks({ locks, projectId, sourceId, now }, writer))
const locksOf = ({ projectId }: StoredProject) => getOfProject({ projectId, get: getLocks }, database)

describe('saveLocks', () => {
  test('updates the values of a lock that can change, and keeps its first detection', async () => {
    const owner = await project(11)
    const read = lock(11, { lockId: '11' })
    await save([read], owner)
    expect(await locksOf(owner)).toEqual([
      {
        ...read,
        id: `lock:4663:${at(1)}:11`,
        sourceId: owner.evidenceId,
        detectedAt: NOW,
        observedAt: NOW,
      },
    ])
    const changed = {
      owner: at(8),
      amount: '999',
      unlockAt: toInstant('2028-01-01T00:00:00Z'),
      withdrawn: true,
    }
    await save([{ ...read, ...changed }], owner, LATER)
    expect(await locksOf(owner)).toMatchObject([{ ...changed, detectedAt: NOW, observedAt: LATER }])
    await save([], owner, LATER)
    expect(await locksOf(owner)).toHaveLength(1)
  })

  test('leaves the lock of another project as it is', async () => {
    const [owner, other] = [await project(12), await project(13)]
    await save([lock(12, { lockId: '12' })], owner)
    const before = await locksOf(owner)
    await save([lock(13, { lockId: '12', amount: '7', withdrawn: true })], other, LATER)
    expect(await locksOf(owner)).toEqual(before)
    expect(await locksOf(other)).toEqual([])
  })
})

describe('getLocks', () => {
  test('lists a project’s locks by unlock time, then locker, then number', async () => {
    const [owner, other] = [await project(14), await project(15)]
    const soon = toInstant('2026-12-01T00:00:00Z')
    await save([lock(15, { lockId: '20', unlockAt: soon })], other)
    await save(
      [
        lock(14, { lockId: '24' }),
        lock(14, { lockId: '23' }),
        lock(14, { lockId: '29', locker: at(0) }),
        lock(14, { lockId: '25', locker: at(2), unlockAt: soon }),
      ],
      owner,
    )
    expect((await locksOf(owner)).map(({ lockId }) => lockId)).toEqual(['25', '29', '23', '24'])
  })
})

describe('getRecordedLocks', () => {
  test('has the locks of one project, one locker and one token, as last read', async () => {
    const [owner, other] = [await project(16), await project(17)]
    const one = lock(16, { lockId: '31', amount: '5' })
    await save([one, lock(16, { lockId: '32', locker: at(2) }), lock(18, { lockId: '33' })], owner)
    await save([lock(16, { lockId: '34' })], other)
    const withdrawn = { ...one, withdrawn: true }
    await save([withdrawn], owner, LATER)
    const { projectId } = owner
    expect(await getRecordedLocks({ projectId, locker: at(1), token: at(16) }, database)).toEqual([withdrawn])
  })
})
