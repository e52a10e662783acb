import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import { type Instant, latest, toInstant } from '#contract/time.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { markForLedger } from '#records/project/work.ts'
import type { Tables } from '#records/tables.ts'
import { listProject } from './list-project.ts'

/**
 * The default time of the builders below. A builder fills the columns that the test does not name, inserts the row and
 * returns it.
 */
export const DEFAULT_NOW = toInstant('2026-11-20T12:00:00Z')

type Given<T extends keyof Tables> = Partial<Insertable<Tables[T]>>
type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** A project published 100 days before the default now, with its slug. */
export async function aProject(
  given: Given<'projects'>,
  writer: Database | Writer,
): Promise<Row<'projects'>> {
  const id = given.id ?? randomUUID()
  const at = toInstant('2026-08-12T12:00:00Z')
  const state = given.state ?? 'published'
  const row = {
    id,
    slug: `p-${id.slice(0, 8)}`,
    name: 'Lumen',
    state,
    created_at: at,
    first_published_at: state === 'draft' ? null : at,
    published_at: state === 'draft' ? null : at,
    hidden_at: state === 'hidden' ? at : null,
    ...given,
  }
  await writer.insertInto('projects').values(row).execute()
  await writer
    .insertInto('project_slugs')
    .values({ slug: row.slug, project_id: id, since: at, former_since: null })
    .execute()
  await listProject(id, writer)
  return row
}

/** A counted repository; by default it was attached when the project was created. */
export async function aSource(
  given: Given<'sources'> & { project_id: string },
  writer: Database | Writer,
): Promise<Row<'sources'> & { readonly evidence: EvidenceId }> {
  const id = given.id ?? randomUUID()
  const row = {
    id,
    kind: 'github_repository',
    locator: `lumen-labs/${id.slice(0, 8)}`,
    established_by: 'mutual',
    ...storedCounting(given.established_by),
    attached_at: toInstant('2026-08-12T12:00:00Z'),
    ...given,
  }
  await writer.insertInto('sources').values(row).execute()
  return { ...row, evidence: evidenceId('source', id) }
}

/** The counting columns of a source as the catalogue stores them. A source counts unless `by` is `self_reported`. */
export function storedCounting(
  by: string | undefined,
): Pick<Row<'sources'>, 'counted' | 'not_counted_reason'> {
  return by === 'self_reported'
    ? { counted: false, not_counted_reason: 'Nobody else says so.' }
    : { counted: true, not_counted_reason: null }
}

/** A stream read successfully since the day after the default source was attached. */
export async function aStream(
  given: Given<'source_streams'> & { source_id: string },
  writer: Database | Writer,
): Promise<Row<'source_streams'>> {
  const row = {
    stream: 'releases',
    provider: 'github',
    cadence_seconds: 3600,
    coverage: 'dated_listing',
    due_at: DEFAULT_NOW,
    first_ok_at: toInstant('2026-08-13T12:00:00Z'),
    last_ok_at: toInstant('2026-11-20T11:00:00Z'),
    last_tried_at: toInstant('2026-11-20T11:00:00Z'),
    last_outcome: 'fresh',
    ...given,
  }
  await writer.insertInto('source_streams').values(row).execute()
  return row
}

export async function aReading(
  given: Given<'readings'> & { source_id: string; attempted_at: Instant },
  writer: Database | Writer,
): Promise<Row<'readings'>> {
  const row = { id: randomUUID(), stream: 'releases', provider: 'github', outcome: 'fresh', ...given }
  await writer.insertInto('readings').values(row).execute()
  return row
}

/**
 * Stores the last reading of a site, with the normalized links of its home page. With null, the links were never read.
 */
export async function aSiteReading(
  given: { readonly source_id: string; readonly observed_at: Instant },
  links: readonly string[] | null,
  writer: Database | Writer,
): Promise<void> {
  const parts = links === null ? {} : { links: { entries: links, readAt: given.observed_at } }
  const row = {
    rule: 'site.declarations@4',
    digest: '',
    parts: JSON.stringify(parts),
    unread: '{}',
    changes: 0,
    baseline_at: given.observed_at,
    ...given,
  }
  await writer.insertInto('site_readings').values(row).execute()
}

/** A release of version 1.0.0, published and first read an hour apart on the default day. */
export async function aShip(
  given: Given<'ships'> & { project_id: string; source_id: string },
  writer: Database | Writer,
): Promise<Row<'ships'> & { readonly evidence: EvidenceId }> {
  const id = given.id ?? randomUUID()
  const row = {
    id,
    kind: 'release',
    natural_key: `test:${id}`,
    title: 'Faster swaps',
    url: 'https://github.example/lumen-labs/lumen/releases/1',
    version: '1.0.0',
    occurred_at: toInstant('2026-11-20T10:00:00Z'),
    precision: 'EXACT',
    detected_at: toInstant('2026-11-20T11:00:00Z'),
    backing: 'source-verified',
    ...given,
  }
  await writer.insertInto('ships').values(row).execute()
  return { ...row, evidence: evidenceId('ship', id) }
}

/** An address ending in the given number. */
export function addressOf(n: number): string {
  return `0x${n.toString(16).padStart(40, '0')}`
}

export async function aToken(
  given: Given<'tokens'> & { project_id: string; address: string },
  writer: Database | Writer,
): Promise<void> {
  await writer
    .insertInto('tokens')
    .values({ chain_id: 4663, ...given })
    .execute()
  await listProject(given.project_id, writer)
}

export async function aContract(
  given: Given<'contracts'> & { project_id: string; source_id: string; address: string },
  writer: Database | Writer,
): Promise<Row<'contracts'>> {
  const row = {
    chain_id: 4663,
    role: 'deployment',
    deployer: addressOf(0xdead),
    creation_tx: `0x${'ab'.repeat(32)}`,
    creation_block: 100,
    creation_tx_index: 0,
    creation_block_hash: `0x${'cc'.repeat(32)}`,
    created_at: toInstant('2026-11-20T10:00:00Z'),
    detected_at: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
  await writer.insertInto('contracts').values(row).execute()
  return row
}

/** An upgrade read from a log, by default in block 100; block and log index make the key. */
export async function anImplementation(
  given: Given<'implementations'> & { project_id: string; source_id: string; contract: string },
  writer: Database | Writer,
): Promise<Row<'implementations'>> {
  const block = given.block_number === undefined ? 100 : given.block_number
  const log = given.log_index === undefined ? 0 : given.log_index
  const row = {
    key: `4663:${given.contract}:${block}:${log}`,
    chain_id: 4663,
    implementation: addressOf(0xbeef),
    previous_implementation: addressOf(0xbeee),
    basis: 'log',
    block_number: block,
    tx_index: 0,
    log_index: log,
    tx_hash: `0x${'cd'.repeat(32)}`,
    block_hash: `0x${'cc'.repeat(32)}`,
    block_time: toInstant('2026-11-20T10:00:00Z'),
    initial: false,
    detected_at: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
  await writer.insertInto('implementations').values(row).execute()
  return row
}

export async function anInterface(
  given: Given<'interfaces'> & { project_id: string; source_id: string; contract: string },
  writer: Database | Writer,
): Promise<Row<'interfaces'>> {
  const at = toInstant('2026-11-20T11:00:00Z')
  const row = {
    id: randomUUID(),
    chain_id: 4663,
    provider: 'blockscout',
    digest: 'd1',
    functions: 12,
    events: 3,
    match: 'exact',
    observed_at: at,
    detected_at: at,
    ...given,
  }
  await writer.insertInto('interfaces').values(row).execute()
  return row
}

/** A lock of a thousand tokens, unlocking ten days after the default now. */
export async function aLock(
  given: Given<'locks'> & { project_id: string; source_id: string; token: string },
  writer: Database | Writer,
): Promise<Row<'locks'>> {
  const row = {
    chain_id: 4663,
    locker: addressOf(0x10c),
    lock_id: '7',
    owner: addressOf(0xdead),
    amount: '1000000000000000000000',
    unlock_at: toInstant('2026-11-30T12:00:00Z'),
    withdrawn: false,
    detected_at: toInstant('2026-11-01T12:00:00Z'),
    observed_at: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
  await writer.insertInto('locks').values(row).execute()
  return row
}

export async function aClaim(
  given: Given<'claims'> & { project_id: string },
  writer: Database | Writer,
): Promise<Row<'claims'>> {
  const at = given.observed_at ?? toInstant('2026-11-20T11:00:00Z')
  const row = {
    id: randomUUID(),
    kind: 'narrative',
    by: 'operator',
    statement: 'devtools',
    narrative: given.kind === undefined || given.kind === 'narrative' ? 'devtools' : null,
    observed_at: at,
    detected_at: at,
    ...given,
  }
  await writer.insertInto('claims').values(row).execute()
  return row
}

export async function aSignal(
  given: Given<'signals'> & { project_id: string; evidence: string[] },
  writer: Database | Writer,
): Promise<Row<'signals'>> {
  const row = {
    id: randomUUID(),
    kind: 'accelerating',
    signal_group: 'building',
    title: 'Shipping faster: 6 ships in 30 days, 2 in the 30 before',
    window_from: toInstant('2026-10-21T11:00:00Z'),
    window_to: toInstant('2026-11-20T11:00:00Z'),
    rule: 'signals@1',
    detected_at: toInstant('2026-11-20T11:00:00Z'),
    ...given,
  }
  await writer.insertInto('signals').values(row).execute()
  return row
}

/** A conclusion about activity that readings supported until another one replaced it, or until the default now. */
export async function anEvaluation(
  given: Given<'evaluations'> & { project_id: string; evaluated_at: Instant },
  writer: Database | Writer,
): Promise<Row<'evaluations'>> {
  const isMeasured = given.state === undefined || given.state === 'MEASURED'
  const until = given.superseded_at ?? latest([given.evaluated_at, DEFAULT_NOW]) ?? DEFAULT_NOW
  const row = {
    id: randomUUID(),
    fact: 'activity.status',
    rule: 'activity.status@6',
    state: 'MEASURED',
    value: JSON.stringify({ status: 'ACTIVE' }),
    inputs: '{}',
    evidence: [`source:${randomUUID()}`],
    unknown_inputs: '[]',
    confirmed_at: until,
    supported_until: isMeasured ? (given.confirmed_at ?? until) : null,
    ...given,
  }
  await writer.insertInto('evaluations').values(row).execute()
  return row
}

/** Marks projects for the ledger, as every function that saves a record does. */
export function markDue(projectIds: readonly string[], database: Database, now: Instant = DEFAULT_NOW) {
  return inTransaction(database, (writer) => markForLedger({ projectIds, now }, writer))
}
