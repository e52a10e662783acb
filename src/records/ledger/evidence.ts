import type { ProjectState, ShipBacking, ShipKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, type EvidenceId, evidenceId, parseAddress } from '#contract/ids.ts'
import { parseInstant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type {
  LedgerEvidence,
  RecordedClaim,
  RecordedContract,
  RecordedImplementation,
  RecordedInterface,
  RecordedLock,
  RecordedShip,
  RecordedSignal,
} from '#domain/ledger/evidence.ts'
import { getCalledMethods, getContractUse } from '#records/contracts/contract-use.ts'
import type { Reader } from '#records/database.ts'
import { findIntegrityPublishedAt } from '#records/market/integrity.ts'
import { getSiteChanges } from '#records/site/readings.ts'
import { getSaid, type SaidOfProject } from './changes.ts'
import { getMoves } from './moves.ts'
import { getWatchedSources } from './sources.ts'

/** What the ledger speaks of, and which of the events said of the project stand. */
export type ProjectLedger = LedgerEvidence & { readonly standing: readonly string[] }

const USE_DAYS = 26 * 7

type Query = { readonly ids: readonly string[]; readonly reader: Reader }
type Own<T> = ReadonlyMap<string, readonly T[]>

/** Everything the ledger speaks of for each project, in one statement a record kind. Unknown ids are left out. */
export async function loadLedgerEvidence(
  projectIds: readonly string[],
  reader: Reader,
): Promise<readonly ProjectLedger[]> {
  const query = { ids: [...projectIds], reader }
  const projects = await reader
    .selectFrom('projects')
    .select(['id', 'state', 'first_published_at'])
    .where('id', 'in', query.ids)
    .orderBy('id')
    .execute()
  const tokens = await getTokens(query)
  const kinds = {
    sources: await getWatchedSources(query),
    ships: await getShips(query),
    contracts: await getContracts(query),
    implementations: await getImplementations(query),
    interfaces: await getInterfaces(query),
    methods: await getCalledMethods(query),
    uses: await getContractUse({ ...query, days: USE_DAYS }),
    locks: await getLocks(query),
    siteChanges: await getSiteChanges(query),
    claims: await getClaims(query),
    signals: await getSignals(query),
    moves: await getMoves(query),
  }
  const said = await getSaid(query.ids, reader)
  const integrityPublishedAt = await findIntegrityPublishedAt(reader)
  return projects.map(({ id, state, first_published_at }) => ({
    projectId: id,
    state: state as ProjectState,
    firstPublishedAt: first_published_at,
    token: tokens.get(id) ?? null,
    sources: of(id, kinds.sources),
    ships: of(id, kinds.ships),
    contracts: of(id, kinds.contracts),
    implementations: of(id, kinds.implementations),
    interfaces: of(id, kinds.interfaces),
    methods: of(id, kinds.methods),
    uses: of(id, kinds.uses),
    locks: of(id, kinds.locks),
    siteChanges: of(id, kinds.siteChanges),
    claims: of(id, kinds.claims),
    signals: of(id, kinds.signals),
    moves: of(id, kinds.moves),
    integrityPublishedAt,
    said: new Map(of<SaidOfProject>(id, said).map(({ draft }) => [draft.id, draft])),
    standing: of<SaidOfProject>(id, said).flatMap(({ draft, standing }) => (standing ? [draft.id] : [])),
  }))
}

/** The rows of each project; a project without any has none. */
function of<T>(projectId: string, own: Own<T>): readonly T[] {
  const rows = own.get(projectId)
  return rows === undefined ? [] : rows
}

function byProject<R extends { project_id: string }, T>(rows: readonly R[], to: (row: R) => T): Own<T> {
  const groups = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(to)]))
}

async function getTokens({ ids, reader }: Query): Promise<ReadonlyMap<string, ContractAddress>> {
  const rows = await reader
    .selectFrom('tokens')
    .select(['project_id', 'address'])
    .where('project_id', 'in', [...ids])
    .orderBy('address', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row.address as ContractAddress]))
}

async function getShips({ ids, reader }: Query): Promise<Own<RecordedShip>> {
  const rows = await reader
    .selectFrom('ships')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return byProject(rows, (row) => {
    const facts = row.facts as { codeWeek?: CodeWeekFacts; promotedAt?: string }
    const address = row.kind === 'deployment' ? /0x[0-9a-f]{40}/.exec(row.natural_key)?.[0] : undefined
    return {
      id: evidenceId('ship', row.id),
      sourceId: evidenceId('source', row.source_id),
      kind: row.kind as ShipKind,
      title: row.title,
      url: row.url,
      version: row.version,
      occurredAt: row.occurred_at,
      precision: row.precision as RecordedShip['precision'],
      detectedAt: row.detected_at,
      promotedAt: facts.promotedAt === undefined ? null : (parseInstant(facts.promotedAt) ?? null),
      backing: row.backing as ShipBacking,
      contract: address === undefined ? null : (parseAddress(address) ?? null),
      codeWeek: facts.codeWeek === undefined ? null : facts.codeWeek,
      withdrawn: row.withdrawn_at !== null,
    }
  })
}

async function getContracts({ ids, reader }: Query): Promise<Own<RecordedContract>> {
  const rows = await reader
    .selectFrom('contracts')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('address')
    .execute()
  return byProject(rows, (row) => ({
    address: row.address as ContractAddress,
    sourceId: evidenceId('source', row.source_id),
    role: row.role as RecordedContract['role'],
    deployer: row.deployer as ContractAddress | null,
    created:
      row.created_at === null || row.creation_block === null
        ? null
        : {
            at: row.created_at,
            block: row.creation_block,
            txIndex: row.creation_tx_index,
            tx: row.creation_tx,
          },
    detectedAt: row.detected_at,
    withdrawn: row.withdrawn_at !== null,
  }))
}

async function getImplementations({ ids, reader }: Query): Promise<Own<RecordedImplementation>> {
  const rows = await reader
    .selectFrom('implementations')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('key')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId('impl', row.key),
    sourceId: evidenceId('source', row.source_id),
    contract: row.contract as ContractAddress,
    implementation: row.implementation as ContractAddress,
    previous: row.previous_implementation as ContractAddress | null,
    beacon: row.beacon as ContractAddress | null,
    block:
      row.block_time === null || row.block_number === null
        ? null
        : {
            at: row.block_time,
            number: row.block_number,
            txIndex: row.tx_index,
            logIndex: row.log_index,
            tx: row.tx_hash,
          },
    initial: row.initial,
    detectedAt: row.detected_at,
    withdrawn: row.withdrawn_at !== null,
  }))
}

async function getInterfaces({ ids, reader }: Query): Promise<Own<RecordedInterface>> {
  const rows = await reader
    .selectFrom('interfaces')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId('abi', row.id),
    sourceId: evidenceId('source', row.source_id),
    contract: row.contract as ContractAddress,
    provider: row.provider,
    digest: row.digest,
    functions: row.functions,
    events: row.events,
    match: row.match as RecordedInterface['match'],
    detectedAt: row.detected_at,
    supersededAt: row.superseded_at,
  }))
}

async function getLocks({ ids, reader }: Query): Promise<Own<RecordedLock>> {
  const rows = await reader
    .selectFrom('locks')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('locker')
    .orderBy('lock_id')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId('lock', `${CHAIN_ID}:${row.locker}:${row.lock_id}`),
    sourceId: evidenceId('source', row.source_id),
    token: row.token as ContractAddress,
    amount: row.amount,
    unlockAt: row.unlock_at,
    withdrawn: row.withdrawn,
    detectedAt: row.detected_at,
    observedAt: row.observed_at,
  }))
}

async function getClaims({ ids, reader }: Query): Promise<Own<RecordedClaim>> {
  const rows = await reader
    .selectFrom('claims')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId(prefixOfClaim(row.kind), row.id),
    kind: row.kind,
    by: row.by,
    statement: row.statement,
    observedAt: row.observed_at,
    withdrawn: row.withdrawn_at !== null,
  }))
}

function prefixOfClaim(kind: string): 'narrative' | 'security' | 'claim' {
  return kind === 'narrative' || kind === 'security' ? kind : 'claim'
}

async function getSignals({ ids, reader }: Query): Promise<Own<RecordedSignal>> {
  const rows = await reader
    .selectFrom('signals')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId('signal', row.id),
    kind: row.kind,
    title: row.title,
    windowFrom: row.window_from,
    windowTo: row.window_to,
    detectedAt: row.detected_at,
    evidence: row.evidence as EvidenceId[],
  }))
}
