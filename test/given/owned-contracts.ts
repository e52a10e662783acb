import { toInstant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import { aContract, addressOf, anInterface, aProject, aSource, aStream } from './records.ts'

type Row = Readonly<Record<string, unknown>>

/** When the streams of these contracts were last read: an hour before the clock of the HTTP tests. */
export const READ = toInstant('2026-11-19T11:00:00Z')
export const WITHDRAWN = { withdrawn_at: READ, withdrawn_reason: 'reorged' }

let made = 0x5000
/** An address that no other row of the file has. */
export function nextAddress(): string {
  made += 1
  return addressOf(made)
}

/** Stores a project with a source of this kind, read by the named streams. */
export async function storeOwner(
  database: Database,
  given: {
    readonly kind?: string
    readonly state?: string
    readonly counted?: boolean
    readonly streams?: readonly string[]
  } = {},
) {
  const address = nextAddress()
  const { kind = 'contract', state = 'published', counted = true, streams = [] } = given
  const project = await aProject({ state }, database)
  const project_id = String(project.id)
  const not_counted_reason = counted ? null : 'context'
  const { id } = await aSource({ project_id, kind, locator: address, counted, not_counted_reason }, database)
  for (const stream of streams)
    await aStream({ source_id: String(id), stream, provider: 'chain', last_ok_at: READ }, database)
  return { slug: project.slug, address, own: { project_id, source_id: String(id) } }
}

/** Stores such a project with a contract at the address of its source. */
export async function storeContract(
  database: Database,
  given: Parameters<typeof storeOwner>[1],
  row: Row = {},
) {
  const owner = await storeOwner(database, given)
  await aContract({ ...owner.own, address: owner.address, role: 'declared', ...row }, database)
  return owner
}

/** Stores an explorer that has verified the address, read at the same time. */
export async function storeVerified(
  database: Database,
  input: { readonly projectId: string; readonly at: string },
  row: Row = {},
) {
  const { projectId: project_id, at } = input
  const { id } = await aSource(
    {
      project_id,
      kind: 'explorer',
      locator: `blockscout:${at}`,
      counted: false,
      not_counted_reason: 'context',
    },
    database,
  )
  const read = { source_id: String(id), provider: 'blockscout', last_ok_at: READ }
  await aStream({ ...read, stream: 'verified_source' }, database)
  await aStream({ ...read, stream: 'method_use', cadence_seconds: 21_600 }, database)
  const found = await anInterface({ project_id, source_id: String(id), contract: at, ...row }, database)
  return { sourceId: String(id), abi: `abi:${found.id}` }
}

/** A method with its calls by day. */
export async function storeMethod(
  database: Database,
  method: {
    readonly signature: string | null
    readonly selector: string
    readonly days: Readonly<Record<string, number>>
    readonly project_id: string
    readonly source_id: string
    readonly contract: string
    readonly abi: string
  },
) {
  const id = crypto.randomUUID()
  const { days, abi, ...row } = method
  const call = { block: 5, tx_index: 0, tx: '0x5', at: toInstant('2026-11-12T10:00:00Z') }
  await database
    .insertInto('method_use')
    .values({
      ...row,
      id,
      chain_id: 4663,
      first_since_creation: false,
      detected_at: READ,
      ...(row.signature === null ? {} : { interface_id: abi, decoded_at: READ }),
      first_block: call.block,
      first_tx_index: 0,
      first_tx: call.tx,
      first_at: call.at,
      last_block: call.block,
      last_tx_index: 0,
      last_tx: call.tx,
      last_at: call.at,
    })
    .execute()
  for (const [day, calls] of Object.entries(days))
    await database
      .insertInto('method_use_days')
      .values({ method_id: id, day: day as never, calls })
      .execute()
}
