import { type Insertable, type Selectable, sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Interface } from '#domain/contracts/records.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { excluded, fromColumns, toColumns } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import type { Interfaces } from '#records/tables.ts'
import { type NewestOf, newest } from './implementations.ts'

/** An interface as a provider has it at this reading. */
export type InterfaceDraft = Omit<Interface, 'id' | 'sourceId' | 'detectedAt' | 'supersededAt'> & {
  /** The source's uuid. */
  readonly sourceId: string
  /** The number of functions whose selector is not known. */
  readonly unnamedFunctions: number
}

/**
 * Saves a provider's current interface of a contract and supersedes its other interfaces of that contract. An unchanged
 * interface gets the new time of observation and keeps its first detection. A superseded interface that returns is
 * current again.
 */
export async function saveInterface(found: InterfaceDraft, writer: Writer): Promise<void> {
  await supersedeOthers(found, writer)
  await writer
    .insertInto('interfaces')
    .values(
      toColumns<Insertable<Interfaces>>({
        ...found,
        id: uuidOf(
          'abi',
          `${found.projectId}:${CHAIN_ID}:${found.contract}:${found.provider}:${found.digest}`,
        ),
        chainId: CHAIN_ID,
        detectedAt: found.observedAt,
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'contract', 'provider', 'digest']).doUpdateSet({
        ...excluded('source_id', 'match', 'unnamed_functions', 'verified_at', 'observed_at'),
        superseded_at: null,
        missing_since: null,
      }),
    )
    .execute()
}

/**
 * Records the answer of a provider that it does not have the source of a project's contract. Supersedes the provider's
 * interfaces of it if an earlier reading, at least `confirmMs` ago, had the same answer, and none since had another.
 */
export async function noteMissingInterfaces(
  input: Pick<InterfaceDraft, 'projectId' | 'contract' | 'provider'> & {
    readonly confirmMs: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const now = sql<Instant>`${input.now}::timestamptz`
  const confirmed = sql`missing_since <= ${addMs(input.now, -input.confirmMs)}::timestamptz`
  await writer
    .updateTable('interfaces')
    .set({
      missing_since: sql<Instant>`coalesce(missing_since, ${now})`,
      superseded_at: sql<Instant | null>`case when ${confirmed} then ${now} end`,
    })
    .where('project_id', '=', input.projectId)
    .where('contract', '=', input.contract)
    .where('provider', '=', input.provider)
    .where('superseded_at', 'is', null)
    .execute()
}

/** Supersedes a provider's interfaces of a contract other than the given one. */
async function supersedeOthers(
  { projectId, contract, provider, digest, observedAt }: InterfaceDraft,
  writer: Writer,
): Promise<void> {
  const query = writer
    .updateTable('interfaces')
    .set({ superseded_at: observedAt })
    .where('project_id', '=', projectId)
    .where('contract', '=', contract)
    .where('provider', '=', provider)
    .where('digest', '<>', digest)
    .where('superseded_at', 'is', null)
  await runPlanned(query, writer)
}

/** The interfaces of these projects in the order of their detection, superseded ones included. */
export async function getInterfaces(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<Interface>> {
  const rows = await reader
    .selectFrom('interfaces')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('detected_at')
    .orderBy('id')
    .execute()
  return byProject(rows, toInterface)
}

/**
 * A project's interfaces at these addresses, at the newest implementations of its contracts, and at the implementations
 * that those replaced. In the order of their detection, superseded ones included.
 */
export async function getInterfacesAt(
  input: NewestOf & { readonly addresses: readonly ContractAddress[] },
  reader: Reader,
): Promise<readonly Interface[]> {
  const query = reader
    .selectFrom('interfaces')
    .select(COLUMNS)
    .where('project_id', '=', input.projectId)
    .where(
      sql<boolean>`contract in (select unnest(${[...input.addresses]}::text[])
        union all select unnest(array[implementation, previous_implementation]) from ${newest(input)} as newest)`,
    )
    .orderBy('detected_at')
    .orderBy('id')
  const rows = await runPlanned(query, reader)
  return rows.map(toInterface)
}

const COLUMNS = [
  'id',
  'project_id',
  'source_id',
  'chain_id',
  'contract',
  'provider',
  'match',
  'digest',
  'functions',
  'events',
  'detected_at',
  'observed_at',
  'verified_at',
  'superseded_at',
  'missing_since',
  'unnamed_functions',
] as const

function toInterface(row: Selectable<Interfaces>): Interface {
  const { chain_id: _, missing_since: __, unnamed_functions: ___, ...columns } = row
  return {
    ...fromColumns(columns),
    id: evidenceId('abi', row.id),
    sourceId: evidenceId('source', row.source_id),
  }
}
