import { type Selectable, sql } from 'kysely'
import type { ProjectKind, ProjectState } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { LedgerEvidence } from '#domain/ledger/evidence.ts'
import { anyOf } from '#records/any-of.ts'
import { getAttentionReadings } from '#records/attention/attention.ts'
import { type ByProject, type OfProjects, recordsOf } from '#records/by-project.ts'
import { getCalledMethods, getContractUse } from '#records/contracts/contract-use.ts'
import { getContracts } from '#records/contracts/contracts.ts'
import { getImplementations } from '#records/contracts/implementations.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import { getLaunchLogs } from '#records/contracts/launch-logs.ts'
import { getLocks } from '#records/contracts/locks.ts'
import { getPublishedEvents } from '#records/ledger/changes.ts'
import { getConcluded } from '#records/ledger/concluded.ts'
import { getWatchedSources } from '#records/ledger/sources.ts'
import { findIntegrityPublishedAt } from '#records/market/integrity.ts'
import { getMarketReadings } from '#records/market/readings.ts'
import { shownToken } from '#records/project/shown-token.ts'
import { getSignals } from '#records/project/signals.ts'
import { getSources } from '#records/project/sources.ts'
import { getStatements } from '#records/project/statements.ts'
import { getShips } from '#records/ships/ships.ts'
import { getSiteChanges } from '#records/site/readings.ts'
import type { Reader } from './database.ts'
import type { Tokens } from './tables.ts'

/** The days of the weeks that a rule compares with each other. */
const USE_DAYS = 26 * 7

/** Every kind of record that evaluation or the ledger uses, with its query. */
const KINDS = {
  sources: getAttachedSources,
  watchedSources: getWatchedSources,
  ships: getShips,
  claims: getStatements,
  signals: getSignals,
  contracts: getContracts,
  implementations: getImplementations,
  interfaces: getInterfaces,
  methods: getCalledMethods,
  uses: ({ projectIds }: OfProjects, reader: Reader) =>
    getContractUse({ projectIds, days: USE_DAYS, sources: 'attached' }, reader),
  everUsed: ({ projectIds }: OfProjects, reader: Reader) =>
    getContractUse({ projectIds, days: USE_DAYS, sources: 'ever' }, reader),
  locks: getLocks,
  launchLogs: getLaunchLogs,
  siteChanges: getSiteChanges,
  concluded: getConcluded,
  publishedEvents: getPublishedEvents,
  marketReadings: getMarketReadings,
  attention: getAttentionReadings,
}

type Kind = keyof typeof KINDS
type Recorded<K extends Kind> =
  Awaited<ReturnType<(typeof KINDS)[K]>> extends ByProject<infer T> ? readonly T[] : never

/** A project without its records, as evaluation and the ledger need it. */
type ProjectHead = {
  readonly projectId: string
  readonly state: ProjectState
  readonly firstPublishedAt: Instant | null
  readonly publishedAt: Instant | null
  readonly token: ContractAddress | null
  readonly kind: ProjectKind | null
}

/** A project with the records of some kinds. */
type ProjectRecords<K extends Kind> = ProjectHead & { readonly [P in K]: Recorded<P> }

const EVALUATED = [
  'sources',
  'ships',
  'claims',
  'signals',
  'contracts',
  'uses',
  'launchLogs',
  'marketReadings',
  'attention',
] as const satisfies readonly Kind[]
const LEDGER = [
  'watchedSources',
  'ships',
  'contracts',
  'implementations',
  'interfaces',
  'methods',
  'everUsed',
  'locks',
  'launchLogs',
  'siteChanges',
  'claims',
  'signals',
  'concluded',
  'publishedEvents',
] as const satisfies readonly Kind[]

/** The records of one project that evaluation uses. */
export type ProjectEvidence = ProjectRecords<(typeof EVALUATED)[number]>

/** The records that evaluation uses, for each project. Unknown ids are left out. */
export function loadProjectEvidence(
  query: OfProjects & { readonly now: Instant },
  reader: Reader,
): Promise<readonly ProjectEvidence[]> {
  return loadRecords({ ...query, kinds: EVALUATED }, reader)
}

/** The records of one project that the ledger makes events of, with the ids of its standing events. */
export type ProjectLedger = LedgerEvidence & { readonly standing: readonly string[] }

/** The records that the ledger makes events of, for each project. Unknown ids are left out. */
export async function loadLedgerEvidence(
  query: OfProjects & { readonly now: Instant },
  reader: Reader,
): Promise<readonly ProjectLedger[]> {
  const integrityPublishedAt = await findIntegrityPublishedAt(reader)
  const projects = await loadRecords({ ...query, kinds: LEDGER }, reader)
  return projects.map(({ watchedSources, everUsed, publishedEvents, ...project }) => ({
    ...project,
    sources: watchedSources,
    uses: everUsed,
    integrityPublishedAt,
    announced: new Map(publishedEvents.map(({ draft }) => [draft.id, draft])),
    standing: publishedEvents.flatMap(({ draft, standing }) => (standing ? [draft.id] : [])),
  }))
}

/**
 * The records of some kinds, for each project. Each kind takes one or a few statements; all share a round trip. Unknown
 * ids are left out.
 */
export async function loadRecords<const K extends Kind>(
  query: OfProjects & { readonly now: Instant; readonly kinds: readonly K[] },
  reader: Reader,
): Promise<readonly ProjectRecords<K>[]> {
  const load = async (kind: K): Promise<[K, ByProject<unknown>]> => [kind, await KINDS[kind](query, reader)]
  const [heads, loaded] = await Promise.all([
    getHeads(query, reader),
    Promise.all(query.kinds.map((kind) => load(kind))),
  ])
  return heads.map((head) => {
    // each kind was loaded by its own query, so each entry has the type of its kind
    const own = Object.fromEntries(loaded.map(([kind, all]) => [kind, recordsOf(head.projectId, all)]))
    return { ...head, ...(own as { readonly [P in K]: Recorded<P> }) }
  })
}

async function getHeads({ projectIds }: OfProjects, reader: Reader): Promise<readonly ProjectHead[]> {
  const rows = await reader
    .selectFrom('projects')
    .leftJoinLateral(sql<Selectable<Tokens>>`${shownToken('projects.id')}`.as('token'), (join) =>
      join.onTrue(),
    )
    .select(['projects.id', 'state', 'kind', 'first_published_at', 'published_at', 'token.address'])
    .where('projects.id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.id,
    state: row.state,
    firstPublishedAt: row.first_published_at,
    publishedAt: row.published_at,
    token: row.address,
    kind: row.kind,
  }))
}

async function getAttachedSources({ projectIds }: OfProjects, reader: Reader) {
  const sources = await getSources({ projectIds }, reader)
  return new Map([...sources].map(([id, own]) => [id, own.filter(({ detachedAt }) => detachedAt === null)]))
}
