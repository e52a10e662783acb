import { randomUUID } from 'node:crypto'
import { rememberEndpoints } from '#collectors/chain/endpoint-memory.ts'
import type { ChainDeps } from '#collectors/chain/reading.ts'
import { type Chain, openChain } from '#collectors/chain/rpc.ts'
import type { Collected, Collector } from '#collectors/collector.ts'
import type { EstablishedBy } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import { type Instant, instantOfMs, toInstant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { storedCounting } from '#test/given/records.ts'
import type { TestChain } from './node.ts'

/** A project of a test's own with one source. Each reading of the source continues from the last. */
type ChainSource = {
  readonly projectId: string
  readonly sourceId: string
  readonly read: (over?: {
    readonly url?: string
    /** The client of this reading; without it, the reading opens its own. */
    readonly client?: Chain
    readonly now?: Instant
    readonly attachedAt?: Instant
    readonly counted?: boolean
    /** The factories that are configured at the time of this reading. */
    readonly factories?: Factories
  }) => Promise<Collected>
  /** Sets how the source is established. */
  readonly establish: (by: EstablishedBy) => Promise<void>
}

const ESTABLISHED_BY: EstablishedBy = 'deployer_signature'

type Factories = ChainDeps['providers']['launchFactories']
type Input = {
  readonly collector: Collector<ChainDeps>
  readonly locator: string
  readonly projectId?: string
  readonly token?: ContractAddress
  readonly factories?: Factories
}

/** Stores the source (and the project and token, when they are new) and answers how to read it. */
export async function storeChainSource(
  input: Input,
  world: { readonly chain: TestChain; readonly database: Database },
): Promise<ChainSource> {
  const { collector, locator } = input
  const stored = await store(input, world.database)
  let position: unknown = null
  let firstOkAt: Instant | null = null
  return {
    ...stored,
    establish: async (by) => {
      const query = world.database.updateTable('sources').set({ established_by: by, ...storedCounting(by) })
      await query.where('id', '=', stored.sourceId).execute()
    },
    read: async (over = {}) => {
      const now = over.now ?? instantOfMs(Date.now())
      const leased = {
        ...stored,
        evidenceId: evidenceId('source', stored.sourceId),
        kind: collector.kind,
        locator,
        externalId: null,
        facts: {},
        counted: over.counted ?? true,
        establishedBy: ESTABLISHED_BY,
        attachedAt: over.attachedAt ?? toInstant('2026-01-01T00:00:00Z'),
        stream: collector.stream,
        etag: null,
        position,
        firstOkAt,
        lastOkAt: firstOkAt,
      }
      const collected = await collector.collect(leased, {
        chain:
          over.client ??
          openChain({
            urls: [over.url ?? world.chain.url],
            userAgent: 'test',
            timeoutMs: 10_000,
            maxInFlight: 8,
            clock: () => now,
            memory: rememberEndpoints(world.database),
          }),
        reader: world.database,
        clock: () => now,
        providers: {
          launchFactories: over.factories ?? input.factories ?? [],
        },
      })
      await inTransaction(world.database, async (writer) => collected.save?.(writer, { now }))
      if (collected.position !== undefined) position = JSON.parse(JSON.stringify(collected.position))
      if (collected.outcome === 'fresh' || collected.outcome === 'not_modified') firstOkAt ??= now
      return collected
    },
  }
}

async function store(input: Input, database: Database) {
  const { projectId = randomUUID() } = input
  const at = toInstant('2026-01-01T00:00:00Z')
  await database
    .insertInto('projects')
    .values({ id: projectId, slug: projectId, name: 'Lumen', state: 'draft', created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if (input.token !== undefined) {
    await database
      .insertInto('tokens')
      .values({ chain_id: CHAIN_ID, address: input.token, project_id: projectId })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
      .execute()
  }
  const sourceId = randomUUID()
  await database
    .insertInto('sources')
    .values({
      id: sourceId,
      project_id: projectId,
      kind: input.collector.kind,
      locator: input.locator,
      established_by: ESTABLISHED_BY,
      counted: true,
      attached_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'kind', 'locator']).doUpdateSet({ id: sourceId }),
    )
    .execute()
  return { projectId, sourceId }
}
