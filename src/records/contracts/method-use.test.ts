import { beforeEach, expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant, toInstant } from '#contract/time.ts'
import { METHODS_RULE } from '#domain/contracts/method-calls.ts'
import { inTransaction } from '#records/database.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { saveInterfaceMethods } from './interface-methods.ts'
import { saveInterface } from './interfaces.ts'
import { findCountedContract, saveUse } from './method-use.ts'

const NAMED = '0x18178358'
const began = toInstant('2026-08-03T00:00:00Z')
const day = (number: number): Instant => addMs(began, number * DAY_MS)
const { database } = await fileDatabase()
let stored: StoredProject
let contract: ContractAddress
let made = 0

beforeEach(async () => {
  made += 1
  contract = address(made)
  stored = await storeProject({ kind: 'token', locator: contract, token: { address: contract } }, database)
})

function address(number: number): ContractAddress {
  return `0x${number.toString(16).padStart(40, '0')}` as ContractAddress
}

test('only a token, and a contract of a counted and attached source, is read for calls', async () => {
  const at = address(0x3000 + made)
  const deployer = await storeProject({ kind: 'deployer', locator: at }, database)
  const found = () => findCountedContract({ projectId: deployer.projectId, contract: at }, database)
  await database
    .insertInto('contracts')
    .values({
      chain_id: CHAIN_ID,
      address: at,
      project_id: deployer.projectId,
      source_id: deployer.sourceId,
      role: 'deployment',
      detected_at: day(1),
    })
    .execute()
  const turn = (source: {
    counted: boolean
    not_counted_reason: string | null
    detached_at: Instant | null
  }) => database.updateTable('sources').set(source).where('id', '=', deployer.sourceId).execute()
  expect(await found()).toEqual({ createdAt: null })
  await turn({ counted: false, not_counted_reason: 'a shared deployer', detached_at: null })
  expect(await found()).toBeUndefined()
  await turn({ counted: true, not_counted_reason: null, detached_at: day(2) })
  expect(await found()).toBeUndefined()
  expect(await findCountedContract({ projectId: stored.projectId, contract }, database)).toEqual({
    createdAt: null,
  })
})

test('selectors left out once leave the first call of a method unclaimed in later readings', async () => {
  const read = (mode: 'anew' | 'on', to: number, selectors: readonly string[]) =>
    inTransaction(database, (writer) =>
      saveUse(
        {
          projectId: stored.projectId,
          sourceId: stored.sourceId,
          contract,
          mode,
          now: day(to),
          collected: { from: day(0), sinceCreation: true, to: day(to), toBlock: to * 10, toBlockHash: '0xb' },
          newAfter: -1,
          calls: new Map(
            selectors.map((selector) => [
              selector,
              [{ block: to * 10, txIndex: 0, tx: `0x${to}`, at: day(to) }],
            ]),
          ),
        },
        writer,
      ),
    )
  const selector = (number: number) => `0x${number.toString(16).padStart(8, '0')}`
  const since = async (of: string) =>
    (
      await database
        .selectFrom('method_use')
        .select('first_since_creation')
        .where('contract', '=', contract)
        .where('selector', '=', of)
        .executeTakeFirst()
    )?.first_since_creation
  await inTransaction(database, async (writer) => {
    const verified = { contract, projectId: stored.projectId, provider: 'sourcify', digest: 'poke' }
    await saveInterface(
      {
        ...verified,
        sourceId: stored.sourceId,
        functions: 1,
        unnamedFunctions: 0,
        events: 0,
        match: 'exact',
        verifiedAt: null,
        observedAt: day(0),
      },
      writer,
    )
    await saveInterfaceMethods(
      { digest: 'poke', methods: [{ selector: NAMED, signature: 'poke()' }] },
      writer,
    )
  })
  await read(
    'anew',
    1,
    Array.from({ length: METHODS_RULE.undecodedMax + 1 }, (_, n) => selector(n)),
  )
  expect(await since(selector(0))).toBe(true)
  await read('on', 2, [])
  await read('on', 3, [NAMED])
  expect(await since(NAMED)).toBe(false)
})
