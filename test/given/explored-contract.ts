import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { blockscoutMethodUse } from '#collectors/blockscout/method-use.ts'
import type { Collected } from '#collectors/collector.ts'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import { getCalledMethods } from '#records/contracts/contract-use.ts'
import type { Database } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { type ExploredChain, type Sent, startExploredChain, timeOf } from './explored-chain.ts'
import { type StoredProject, storeProject } from './stored-project.ts'

/** A counted contract of a project, whose calls an explorer lists. */
type ExploredContract = {
  readonly contract: ContractAddress
  readonly database: Database
  readonly chain: ExploredChain
  readonly stored: StoredProject
  /** One reading of the calls. */
  readonly read: (now: Instant, position?: unknown) => Promise<Collected>
  /**
   * One reading at a block, from the position of the reading before. The explorer lists what was sent up to the block.
   */
  readonly readAt: (block: number, sent: readonly Sent[]) => Promise<Collected>
  /** The recorded methods, by selector; undefined without any. */
  readonly methods: () => Promise<readonly Method[] | undefined>
  /** The recorded calls: selector, day and number, by day. */
  readonly days: () => Promise<readonly (readonly [string, CalendarDate, number])[]>
}

/** Opens a database for the tests of a file, and in it a project with its contract and chain for each test. */
export function useExploredContract(): ExploredContract {
  const contract = `0x${'0'.repeat(38)}a1` as ContractAddress
  let position: unknown
  // Filled before each test.
  const explored = {
    contract,
    read: (now: Instant, position?: unknown) => {
      const { stored, database, chain } = explored
      const one = { collector: blockscoutMethodUse, stored, locator: `blockscout:${contract}`, now, position }
      return readOnce(one, { deps: { ...chain.deps(), reader: database }, database })
    },
    readAt: async (block: number, sent: readonly Sent[]) => {
      const listed = sent.filter((one) => one.block <= block)
      Object.assign(explored.chain, { safe: block, indexed: block, sent: listed })
      const collected = await explored.read(timeOf(block), position)
      position = JSON.parse(JSON.stringify(collected.position ?? position ?? null))
      return collected
    },
    methods: async (): ReturnType<ExploredContract['methods']> => {
      const { projectId } = explored.stored
      const found = await getCalledMethods({ projectIds: [projectId] }, explored.database)
      return found.get(projectId)?.toSorted((a, b) => (a.selector < b.selector ? -1 : 1))
    },
    days: async (): ReturnType<ExploredContract['days']> => {
      const rows = await explored.database
        .selectFrom('method_use_days')
        .innerJoin('method_use', 'method_use.id', 'method_id')
        .select(['selector', 'day', 'calls'])
        .where('project_id', '=', explored.stored.projectId)
        .orderBy('day')
        .orderBy('selector')
        .execute()
      return rows.map((row) => [row.selector, row.day, row.calls] as const)
    },
  } as { -readonly [K in keyof ExploredContract]: ExploredContract[K] }
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
    explored.database = opened.database
  })
  afterAll(() => opened[Symbol.asyncDispose]())
  beforeEach(async () => {
    position = undefined
    explored.stored = await storeCountedContract(contract, opened.database)
    explored.chain = await startExploredChain(contract)
    return () => explored.chain[Symbol.asyncDispose]()
  })
  return explored
}

async function storeCountedContract(contract: ContractAddress, database: Database): Promise<StoredProject> {
  await database.deleteFrom('contracts').execute()
  const stored = await storeProject({ kind: 'explorer', locator: contract }, database)
  const counted = randomUUID()
  await database
    .insertInto('sources')
    .values({
      id: counted,
      project_id: stored.projectId,
      kind: 'contract',
      locator: contract,
      counted: true,
      established_by: 'site_link',
      attached_at: stored.attachedAt,
    })
    .execute()
  await database
    .insertInto('contracts')
    .values({
      chain_id: CHAIN_ID,
      address: contract,
      project_id: stored.projectId,
      source_id: counted,
      role: 'declared',
      creation_block: 2,
      created_at: timeOf(2),
      detected_at: timeOf(2),
    })
    .execute()
  return stored
}
