import { type Selectable, sql } from 'kysely'
import type { EstablishedBy, ReadingOutcome, ShipBacking, ShipKind, SourceKind } from '#contract/enums.ts'
import { type ContractAddress, evidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { AttentionReading } from '#domain/attention/attention.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import type { ContractUse } from '#domain/contracts/contract-use.ts'
import type {
  CodeWeekFacts,
  MarketReadingEvidence,
  ShipEvidence,
  SourceEvidence,
  StreamEvidence,
  TokenStatement,
} from '#domain/evidence.ts'
import { getAttentionReadings } from '#records/attention/attention.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { toReadingEvidence } from '#records/market/readings.ts'
import type { Reader } from './database.ts'
import type { Ships } from './tables.ts'

/** How far back market readings go. */
export const MARKET_DAYS = 30
const USE_DAYS = 7
const UNUSED: readonly ContractUse[] = []
const UNNOTICED: readonly AttentionReading[] = []

/** Everything recorded of one project that the rules take. */
export type ProjectEvidence = {
  readonly projectId: string
  readonly token: { readonly address: ContractAddress; readonly totalSupply: string | null } | null
  /** The token's creation, from its block; null while it was not read. */
  readonly launch: { readonly at: Instant; readonly evidence: readonly [`source:${string}`] } | null
  readonly sources: readonly SourceEvidence[]
  readonly ships: readonly ShipEvidence[]
  readonly statements: readonly TokenStatement[]
  readonly otherClaims: readonly {
    readonly id: `claim:${string}`
    readonly kind: string
    readonly by: string
  }[]
  /** Readings of the last 30 days, at most one a provider and hour, oldest first. */
  readonly marketReadings: readonly MarketReadingEvidence[]
  /** How each counted contract was called. No rule of building takes it. */
  readonly uses: readonly ContractUse[]
  /** How much the project is noticed. No rule of building takes it. */
  readonly attention: readonly AttentionReading[]
}

/** What is recorded of each project, in one statement a record kind. Unknown ids are left out. */
export async function loadProjectEvidence(
  input: { projectIds: readonly string[]; now: Instant },
  reader: Reader,
): Promise<readonly ProjectEvidence[]> {
  const ids = [...input.projectIds]
  const tokens = await reader
    .selectFrom('tokens')
    .selectAll()
    .where('project_id', 'in', ids)
    .orderBy('address')
    .execute()
  const launches = await reader
    .selectFrom('contracts')
    .select(['project_id', 'source_id', 'created_at'])
    .where('project_id', 'in', ids)
    .where('role', '=', 'token')
    .where('withdrawn_at', 'is', null)
    .orderBy('address')
    .execute()
  const sources = await loadSources(ids, reader)
  const ships = await loadShips(ids, reader)
  const claims = await reader
    .selectFrom('claims')
    .select(['id', 'project_id', 'kind', 'by', 'names', 'observed_at'])
    .where('project_id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .orderBy('observed_at')
    .orderBy('id')
    .execute()
  const uses = await getContractUse({ ids, reader, days: USE_DAYS })
  const noticed = await getAttentionReadings(ids, reader)
  const markets = await loadMarketReadings({ ids, since: addMs(input.now, -MARKET_DAYS * DAY_MS) }, reader)
  return ids.map((projectId) => {
    const own = <T extends { project_id: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.project_id === projectId)
    const token = own(tokens)[0]
    const [statements, otherClaims] = splitClaims(own(claims))
    return {
      projectId,
      token:
        token === undefined
          ? null
          : { address: token.address as ContractAddress, totalSupply: token.total_supply },
      launch: toLaunch(own(launches)[0]),
      sources: own(sources).map((row) => row.source),
      ships: own(ships).map((row) => row.ship),
      statements,
      otherClaims,
      marketReadings: own(markets).map((row) => row.reading),
      uses: uses.get(projectId) ?? UNUSED,
      attention: noticed.get(projectId) ?? UNNOTICED,
    }
  })
}

function toLaunch(
  row: { source_id: string; created_at: Instant | null } | undefined,
): ProjectEvidence['launch'] {
  if (row === undefined || row.created_at === null) return null
  return { at: row.created_at, evidence: [evidenceId('source', row.source_id)] }
}

async function loadSources(ids: readonly string[], reader: Reader) {
  const rows = await reader
    .selectFrom('sources')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .where('detached_at', 'is', null)
    .orderBy('id')
    .execute()
  const streams = await reader
    .selectFrom('source_streams')
    .leftJoin('provider_budgets', 'provider_budgets.provider', 'source_streams.provider')
    .select(STREAM_COLUMNS)
    .select('provider_budgets.outage_since')
    .where(sql<boolean>`source_streams.source_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where('source_streams.stream', 'not in', CONTEXT_STREAMS)
    .orderBy('source_streams.stream')
    .execute()
  const streamsOf = Map.groupBy(streams, (stream) => stream.source_id)
  return rows.map((row) => ({
    project_id: row.project_id,
    source: {
      id: evidenceId('source', row.id),
      kind: row.kind as SourceKind,
      locator: row.locator,
      establishedBy: row.established_by as EstablishedBy,
      counted: row.counted,
      notCountedReason: row.not_counted_reason,
      attachedAt: row.attached_at,
      url: textFact(row.facts, 'url'),
      archived: toArchived(row.facts),
      streams: streamsOf.get(row.id)?.map(toStream) ?? NOTHING_READ,
    } satisfies SourceEvidence,
  }))
}

const NOTHING_READ: readonly StreamEvidence[] = []
const STREAM_COLUMNS = [
  ...(['source_streams.source_id', 'source_streams.stream', 'source_streams.provider'] as const),
  ...(['source_streams.cadence_seconds', 'source_streams.coverage', 'source_streams.covers_from'] as const),
  ...(['source_streams.first_ok_at', 'source_streams.last_ok_at', 'source_streams.last_tried_at'] as const),
  ...(['source_streams.last_outcome', 'source_streams.failing_since'] as const),
] as const

function textFact(facts: unknown, key: string): string | null {
  const value = facts !== null && typeof facts === 'object' ? Reflect.get(facts, key) : null
  return typeof value === 'string' ? value : null
}

function toArchived(facts: unknown): boolean | null {
  const archived = facts !== null && typeof facts === 'object' && 'archived' in facts ? facts.archived : null
  return typeof archived === 'boolean' ? archived : null
}

function toStream(row: {
  stream: string
  provider: string
  cadence_seconds: number
  coverage: string
  first_ok_at: Instant | null
  last_ok_at: Instant | null
  last_tried_at: Instant | null
  last_outcome: string | null
  failing_since: Instant | null
  covers_from: Instant | null
  outage_since: Instant | null
}): StreamEvidence {
  return {
    stream: row.stream,
    provider: row.provider,
    cadenceMs: row.cadence_seconds * 1000,
    coverage: row.coverage as StreamEvidence['coverage'],
    firstOkAt: row.first_ok_at,
    lastOkAt: row.last_ok_at,
    lastTriedAt: row.last_tried_at,
    lastOutcome: row.last_outcome as ReadingOutcome | null,
    failingSince: row.failing_since,
    coversFrom: row.covers_from,
    providerOutageSince: row.outage_since,
  }
}

async function loadShips(ids: readonly string[], reader: Reader) {
  const rows = await reader
    .selectFrom('ships')
    .selectAll()
    .where('project_id', 'in', [...ids])
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ project_id: row.project_id, ship: toShipEvidence(row) }))
}

/** A ship as the rules take it. */
export function toShipEvidence(row: Selectable<Ships>): ShipEvidence {
  const facts = row.facts as { codeWeek?: CodeWeekFacts; block?: ShipEvidence['block']; origin?: string }
  return {
    id: evidenceId('ship', row.id),
    sourceId: evidenceId('source', row.source_id),
    kind: row.kind as ShipKind,
    title: row.title,
    url: row.url,
    version: row.version,
    occurredAt: row.occurred_at,
    detectedAt: row.detected_at,
    backing: row.backing as ShipBacking,
    dimension: row.dimension as ShipEvidence['dimension'],
    origin: facts.origin === undefined ? row.source_id : facts.origin,
    block: facts.block === undefined ? null : facts.block,
    codeWeek: facts.codeWeek === undefined ? null : facts.codeWeek,
    withdrawn: row.withdrawn_at !== null,
  }
}

type ClaimRow = { id: string; kind: string; by: string; names: string | null; observed_at: Instant }

function splitClaims(rows: readonly ClaimRow[]) {
  const isToken = (kind: string): kind is TokenStatement['kind'] =>
    ['token_named', 'token_signed', 'token_deploy_record', 'other_token_named'].includes(kind)
  const statements = rows.flatMap((row): TokenStatement[] =>
    isToken(row.kind)
      ? [
          {
            id: evidenceId('claim', row.id),
            kind: row.kind,
            by: row.by as TokenStatement['by'],
            names: row.names as ContractAddress | null,
            observedAt: row.observed_at,
          },
        ]
      : [],
  )
  const others = rows
    .filter((row) => !isToken(row.kind))
    .map((row) => ({ id: evidenceId('claim', row.id), kind: row.kind, by: row.by }))
  return [statements, others] as const
}

async function loadMarketReadings(input: { ids: readonly string[]; since: Instant }, reader: Reader) {
  const rows = await reader
    .selectFrom('market_readings')
    .selectAll()
    .distinctOn(['project_id', 'provider', sql`date_trunc('hour', observed_at)`])
    .where('project_id', 'in', [...input.ids])
    .where('observed_at', '>=', input.since)
    .orderBy('project_id')
    .orderBy('provider')
    .orderBy(sql`date_trunc('hour', observed_at)`)
    .orderBy('observed_at', 'desc')
    .execute()
  return rows.map((row) => ({ project_id: row.project_id, reading: toReadingEvidence(row) }))
}
