import { expect, test } from 'vitest'
import { type ContractAddress, evidenceId } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getInterfaces, type InterfaceDraft, noteMissingInterfaces, saveInterface } from './interfaces.ts'

const contract = '0x00000000000000000000000000000000000000a1' as ContractAddress
const address = (number: number) => `0x${String(number).padStart(40, 'c')}` as ContractAddress
const day = (number: number): Instant => toInstant(`2026-11-${String(number).padStart(2, '0')}T00:00:00Z`)
const { database } = await fileDatabase()

async function project() {
  const stored = await storeProject({ kind: 'explorer', locator: `sourcify:${contract}` }, database)
  const found = (change: Partial<InterfaceDraft>): InterfaceDraft => ({
    contract: `0x${stored.projectId.replaceAll('-', '')}00000000` as ContractAddress,
    projectId: stored.projectId,
    sourceId: stored.sourceId,
    provider: 'sourcify',
    digest: 'aa',
    functions: 3,
    unnamedFunctions: 0,
    events: 0,
    match: 'partial',
    verifiedAt: null,
    observedAt: day(1),
    ...change,
  })
  return {
    found,
    save: (change: Partial<InterfaceDraft>) =>
      inTransaction(database, (writer) => saveInterface(found(change), writer)),
    recorded: () => getOfProject({ projectId: stored.projectId, get: getInterfaces }, database),
  }
}

test('the same interface read again is one record, first detected when it was first read', async () => {
  const { found, save, recorded } = await project()
  await save({})
  await save({ observedAt: day(2), match: 'exact', verifiedAt: day(1) })
  const [only, ...others] = await recorded()
  const { unnamedFunctions: _, ...kept } = found({ observedAt: day(2), match: 'exact', verifiedAt: day(1) })
  expect(others).toEqual([])
  expect(only).toEqual({
    ...kept,
    id: only?.id,
    sourceId: only?.sourceId,
    detectedAt: day(1),
    supersededAt: null,
  })
  expect(only?.sourceId).toBe(evidenceId('source', found({}).sourceId))
})

test('a changed interface supersedes the one before, and one that returns is current again', async () => {
  const { save, recorded } = await project()
  const standing = async () =>
    (await recorded()).map(({ digest, detectedAt, supersededAt }) => [digest, detectedAt, supersededAt])
  await save({})
  await save({ digest: 'bb', observedAt: day(2) })
  expect(await standing()).toEqual([
    ['aa', day(1), day(2)],
    ['bb', day(2), null],
  ])
  await save({ observedAt: day(3) })
  expect(await standing()).toEqual([
    ['aa', day(1), null],
    ['bb', day(2), day(3)],
  ])
})

/** The provider says twice that it does not have the interface. */
async function confirmMissing(missing: InterfaceDraft, now: Instant): Promise<void> {
  for (const _ of [1, 2])
    await inTransaction(database, (writer) =>
      noteMissingInterfaces({ ...missing, confirmMs: 0, now }, writer),
    )
}

test('superseding one provider’s interface leaves the other provider’s unchanged', async () => {
  const { found, save, recorded } = await project()
  await save({})
  await save({ provider: 'blockscout' })
  await confirmMissing(found({}), day(4))
  const rows = await recorded()
  expect(new Map(rows.map(({ provider, supersededAt }) => [provider, supersededAt]))).toEqual(
    new Map([
      ['sourcify', day(4)],
      ['blockscout', null],
    ]),
  )
})

test('superseding leaves other contracts of the project unchanged, and keeps its first time', async () => {
  const { found, save, recorded } = await project()
  await save({})
  await save({ contract, observedAt: day(2) })
  for (const now of [day(4), day(5)]) await confirmMissing(found({}), now)
  expect((await recorded()).map(({ supersededAt }) => supersededAt)).toEqual([day(4), null])
})

test('an implementation used by two projects is recorded and superseded for each separately', async () => {
  const [one, other] = [await project(), await project()]
  await one.save({ contract })
  await other.save({ contract, match: 'exact' })
  await one.save({ contract, digest: 'bb', observedAt: day(2) })
  expect((await one.recorded()).map(({ digest, supersededAt }) => [digest, supersededAt])).toEqual([
    ['aa', day(2)],
    ['bb', null],
  ])
  expect(await other.recorded()).toMatchObject([{ digest: 'aa', match: 'exact', supersededAt: null }])
})

test('interfaces are listed in the order they were detected', async () => {
  const { save, recorded } = await project()
  const days = [5, 2, 7, 1, 6, 3]
  for (const number of days) await save({ contract: address(number), observedAt: day(number) })
  expect((await recorded()).map(({ detectedAt }) => detectedAt)).toEqual([1, 2, 3, 5, 6, 7].map(day))
})
