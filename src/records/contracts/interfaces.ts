import type { Selectable } from 'kysely'
import { CHAIN_ID, type ContractAddress, type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Interfaces } from '#records/tables.ts'

/**
 * Verified source of a contract of a project at one interface, as one provider holds it; counts are of distinct ABI
 * entries. A contract behind those of two projects is recorded for each.
 */
export type VerifiedInterface = {
  readonly contract: ContractAddress
  readonly projectId: string
  /** The source's uuid. */
  readonly sourceId: string
  readonly provider: string
  /** Digest of the canonical ABI: equal on every provider for an equal interface. */
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly match: 'exact' | 'partial' | 'unspecified'
  /** When the provider says it was verified; null when it does not say. */
  readonly verifiedAt: Instant | null
  readonly observedAt: Instant
}

/** An interface as recorded. Invariant: at most one per project, contract and provider stands, its `supersededAt` null. */
export type RecordedInterface = VerifiedInterface & {
  readonly id: EvidenceId
  readonly detectedAt: Instant
  readonly supersededAt: Instant | null
}

/**
 * Saves what a provider now holds and supersedes whatever else it held of the contract. The same interface again
 * is newly observed and keeps when it was first detected; one that returns stands again.
 */
export async function saveInterface(found: VerifiedInterface, writer: Writer): Promise<void> {
  await supersedeInterfaces({ ...found, except: found.digest, now: found.observedAt }, writer)
  await writer
    .insertInto('interfaces')
    .values({
      id: uuidOf('abi', `${found.projectId}:${CHAIN_ID}:${found.contract}:${found.provider}:${found.digest}`),
      chain_id: CHAIN_ID,
      contract: found.contract,
      project_id: found.projectId,
      source_id: found.sourceId,
      provider: found.provider,
      digest: found.digest,
      functions: found.functions,
      events: found.events,
      match: found.match,
      verified_at: found.verifiedAt,
      observed_at: found.observedAt,
      detected_at: found.observedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'contract', 'provider', 'digest']).doUpdateSet((eb) => ({
        source_id: eb.ref('excluded.source_id'),
        match: eb.ref('excluded.match'),
        verified_at: eb.ref('excluded.verified_at'),
        observed_at: eb.ref('excluded.observed_at'),
        superseded_at: null,
      })),
    )
    .execute()
}

/** Supersedes what a provider held of a project's contract, all of it or all but one digest: it definitely no longer holds it. */
export async function supersedeInterfaces(
  input: Pick<VerifiedInterface, 'projectId' | 'contract' | 'provider'> & { except?: string; now: Instant },
  writer: Writer,
): Promise<void> {
  let update = writer
    .updateTable('interfaces')
    .set({ superseded_at: input.now })
    .where('project_id', '=', input.projectId)
    .where('contract', '=', input.contract)
    .where('provider', '=', input.provider)
    .where('superseded_at', 'is', null)
  if (input.except !== undefined) update = update.where('digest', '<>', input.except)
  await update.execute()
}

/** A project's interfaces, superseded ones included, in the order they were detected; empty when none was read. */
export async function getInterfaces(
  input: { projectId: string },
  reader: Reader,
): Promise<readonly RecordedInterface[]> {
  const rows = await reader
    .selectFrom('interfaces')
    .selectAll()
    .where('project_id', '=', input.projectId)
    .orderBy('detected_at')
    .orderBy('id')
    .execute()
  return rows.map(toInterface)
}

/** The interface of a uuid, for its receipt; undefined when none was recorded. */
export async function findInterface(
  input: { id: string },
  reader: Reader,
): Promise<RecordedInterface | undefined> {
  const row = await reader.selectFrom('interfaces').selectAll().where('id', '=', input.id).executeTakeFirst()
  return row && toInterface(row)
}

function toInterface(row: Selectable<Interfaces>): RecordedInterface {
  return {
    id: evidenceId('abi', row.id),
    contract: row.contract as ContractAddress,
    projectId: row.project_id,
    sourceId: row.source_id,
    provider: row.provider,
    digest: row.digest,
    functions: row.functions,
    events: row.events,
    match: row.match as VerifiedInterface['match'],
    verifiedAt: row.verified_at,
    observedAt: row.observed_at,
    detectedAt: row.detected_at,
    supersededAt: row.superseded_at,
  }
}
