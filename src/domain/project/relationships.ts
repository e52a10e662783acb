import { nonEmpty } from '#contract/claim.ts'
import type { SourceKind } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { type Instant, latest, msOf } from '#contract/time.ts'
import { isUnreadKind, notReadReason, stateOfStreams } from '#domain/collecting/watching.ts'
import { answeringAddress, type HeldContract } from '#domain/contracts/held-contract.ts'
import type { ProjectStatement, Source } from '#domain/evidence.ts'
import type { BuiltOnStatement } from './built-on.ts'
import type { EdgeState, GraphEdge, GraphNode, GraphPart, RelationshipRecord } from './relationship-record.ts'

/** Maximum number of statements about the token in the graph. */
export const STATEMENTS_SHOWN = 50

const FACT = { state: 'FACT' } as const

/**
 * The edges of a project of the first degree, each with the nodes at its ends. Invariant: no account is a node, and no
 * edge is a partnership. `now` is the time of the last evaluation.
 */
export function relationshipsOf(record: RelationshipRecord, now: Instant): readonly GraphPart[] {
  return [
    ...tokenEdges(record, now),
    ...record.contracts.items.flatMap((contract) => contractEdges(record, contract)),
    ...record.sources.flatMap((source) => sourceEdges(record, source, now)),
    ...launchEdges(record),
    ...listingEdges(record),
    ...statementEdges(record),
    ...verifiedEdges(record),
    ...record.foundations.buildsOn.items.map((one) => foundationEdge(record, one, 'buildsOn')),
    ...record.foundations.builtOnBy.items.map((one) => foundationEdge(record, one, 'builtOnBy')),
  ]
}

/** The node of the project itself. */
export function ownNode({ project }: Pick<RelationshipRecord, 'project'>): GraphNode {
  return { id: `project:${project.slug}`, kind: 'project', name: project.name, slug: project.slug }
}

/** The edge from the project to its token. Its state is the conclusion of the token verification. */
function tokenEdges(record: RelationshipRecord, now: Instant): readonly GraphPart[] {
  const { token, tokenVerification: verified, sources } = record
  const source = sources.find(({ kind, locator }) => kind === 'token' && locator === token)
  if (token === null || source === undefined) return []
  const own = { kind: 'token', evidence: [source.id], observedAt: now, ...counting(source) } as const
  const nodes = [ownNode(record), contractNode(token, record)] as const
  switch (verified.kind) {
    case 'UNKNOWN':
      return [linked(nodes, { ...own, state: 'UNKNOWN', reason: verified.reason })]
    case 'DERIVED': {
      const { rule, evidence, value } = verified
      return [linked(nodes, { ...own, state: 'DERIVED', rule, evidence, tokenVerification: value.status })]
    }
    case 'FACT': {
      const { evidence, observedAt, value } = verified
      return [linked(nodes, { ...own, ...FACT, evidence, observedAt, tokenVerification: value.status })]
    }
  }
}

function contractEdges(record: RelationshipRecord, contract: HeldContract): readonly GraphPart[] {
  const { address, sourceId, detectedAt, proxy } = contract
  const node = contractNode(address, record)
  const source = record.sources.find(({ id }) => id === sourceId)
  const counts = counting(source)
  const owned =
    address === record.token || source === undefined
      ? []
      : [
          linked([ownNode(record), node], {
            kind: 'contract',
            evidence: [sourceId],
            observedAt: detectedAt,
            ...attribution(source),
            establishedBy: source.establishedBy,
            ...counts,
          }),
        ]
  if (proxy === null) return owned
  const { implementation, beacon, readAt: observedAt } = proxy
  const set = record.histories.get(address)?.items.find((one) => one.implementation === implementation)
  const target = (to: ContractAddress | null, kind: 'forwards_to' | 'follows_beacon') =>
    to === null
      ? []
      : [
          linked([node, contractNode(to, record)], {
            ...FACT,
            kind,
            observedAt,
            evidence: kind === 'forwards_to' && set !== undefined ? [set.id, sourceId] : [sourceId],
            ...counts,
          }),
        ]
  return [...owned, ...target(implementation, 'forwards_to'), ...target(beacon, 'follows_beacon')]
}

type SourceEdgeKind = 'official_repository' | 'official_site' | 'official_docs' | 'official_package'

function sourceEdges(record: RelationshipRecord, source: Source, now: Instant): readonly GraphPart[] {
  const observedAt = lastReadAt(source)
  const seen = {
    evidence: [source.id] as const,
    observedAt: observedAt ?? source.attachedAt,
    ...counting(source),
  }
  if (source.kind === 'market' && record.token !== null) {
    const provider = source.locator.slice(0, source.locator.indexOf(':'))
    const node: GraphNode = { id: `provider:${provider}`, kind: 'provider', name: provider }
    const state = readState(source, now)
    return [linked([contractNode(record.token, record), node], { kind: 'market_reading', ...state, ...seen })]
  }
  const kind = edgeKindOf(source)
  const node = sourceNode(source)
  if (kind === undefined || node === undefined) return []
  const attributed = attribution(source)
  const state = attributed.state === 'FACT' ? readState(source, now) : attributed
  return [linked([ownNode(record), node], { kind, ...state, ...seen, establishedBy: source.establishedBy })]
}

/** Why the source of a relation does not count; no field when the source counts, and when it is not recorded. */
function counting(source: Source | undefined): Pick<GraphEdge, 'notCountedReason'> {
  return known({ notCountedReason: source?.notCountedReason })
}

/** Nobody but the project says that a self-reported source is its own. */
function attribution({ establishedBy }: Source): EdgeState {
  return establishedBy === 'self_reported' ? { state: 'UNKNOWN', reason: 'NOT_RESEARCHED' } : FACT
}

/** A source that was never read is not known to exist. It stays unknown while nothing reads its kind. */
function readState(source: Source, now: Instant): EdgeState {
  if (isUnreadKind(source.kind)) return { state: 'UNKNOWN', reason: 'NOT_APPLICABLE' }
  if (lastReadAt(source) !== null) return FACT
  return { state: 'UNKNOWN', reason: notReadReason(stateOfStreams(source.streams, now).state) }
}

function lastReadAt({ streams }: Source): Instant | null {
  return latest(streams.map(({ lastOkAt }) => lastOkAt).filter((at) => at !== null))
}

function edgeKindOf({ kind, locator }: Source): SourceEdgeKind | undefined {
  const kinds: Partial<Record<SourceKind, SourceEdgeKind>> = {
    github_repository: 'official_repository',
    npm_package: 'official_package',
    website: isDocs(locator) ? 'official_docs' : 'official_site',
  }
  return kinds[kind]
}

/**
 * Whether an address is of documentation: its host is `docs.…` or `doc.…`, or its path `/docs…` or `/documentation…`.
 */
function isDocs(locator: string): boolean {
  const url = URL.parse(locator)
  return url !== null && (/^docs?\./.test(url.hostname) || /^\/(docs|documentation)(\/|$)/.test(url.pathname))
}

function sourceNode({ kind, locator, url }: Source): GraphNode | undefined {
  switch (kind) {
    case 'github_repository':
      return { id: `repository:${locator.toLowerCase()}`, kind: 'repository', name: locator, url }
    case 'npm_package':
      return { id: `package:${locator}`, kind: 'package', name: locator, url }
    case 'website':
      return { id: `site:${locator}`, kind: isDocs(locator) ? 'docs' : 'site', name: locator, url: locator }
    default:
      return undefined
  }
}

/** A launchpad without a statement about the launch has no evidence, and so no edge. */
function launchEdges(record: RelationshipRecord): readonly GraphPart[] {
  const stated = record.statements.filter(({ kind }) => kind === 'launch')
  const evidence = nonEmpty(stated.map(({ id }) => id))
  const observedAt = latest(stated.map((statement) => statement.observedAt))
  if (record.launchpad === null || evidence === undefined || observedAt === null) return []
  const node: GraphNode = { id: `launchpad:${record.launchpad}`, kind: 'launchpad', name: record.launchpad }
  return [linked([ownNode(record), node], { ...FACT, kind: 'launched_on', evidence, observedAt })]
}

function listingEdges(record: RelationshipRecord): readonly GraphPart[] {
  const { token, listings, sources } = record
  if (token === null) return []
  return listings.map(({ registry, registryId, sourceId, observedAt }) => {
    const node: GraphNode = { id: `registry:${registry}:${registryId}`, kind: 'registry', name: registry }
    const source = sources.find(({ id }) => id === sourceId)
    const edge = {
      ...FACT,
      kind: 'listed_at',
      evidence: [sourceId],
      observedAt,
      ...counting(source),
    } as const
    return linked([contractNode(token, record), node], edge)
  })
}

/** The statements that name a contract as the token, newest first. */
export function namingStatements({
  statements,
}: Pick<RelationshipRecord, 'statements'>): readonly ProjectStatement[] {
  const naming = ['token_named', 'token_signed', 'token_deploy_record', 'other_token_named']
  return statements
    .filter(({ kind, names }) => naming.includes(kind) && names !== null)
    .toSorted((a, b) => msOf(b.observedAt) - msOf(a.observedAt))
}

/**
 * The edges of the statements about the token. A statement that was read at a source begins at the node of the source,
 * any other statement at the project.
 */
function statementEdges(record: RelationshipRecord): readonly GraphPart[] {
  return namingStatements(record)
    .slice(0, STATEMENTS_SHOWN)
    .flatMap(({ id, names, sourceId, observedAt }) => {
      if (names === null) return []
      const source = record.sources.find((one) => one.id === sourceId)
      const from = source === undefined ? undefined : sourceNode(source)
      const nodes = [from ?? ownNode(record), contractNode(names, record)] as const
      return [
        linked(nodes, { ...FACT, kind: 'names_token', evidence: [id], observedAt, ...counting(source) }),
      ]
    })
}

/** The edges from contracts in the graph to the explorers that verified their source code. */
function verifiedEdges(record: RelationshipRecord): readonly GraphPart[] {
  const shown = new Set(record.contracts.items.flatMap((one) => [one.address, answeringAddress(one)]))
  return record.interfaces
    .filter(({ contract }) => shown.has(contract))
    .map(({ id, contract, provider, observedAt }) => {
      const node: GraphNode = { id: `provider:${provider}`, kind: 'provider', name: provider }
      const edge = { ...FACT, kind: 'verified_source', evidence: [id], observedAt } as const
      return linked([contractNode(contract, record), node], edge)
    })
}

function foundationEdge(
  record: RelationshipRecord,
  { id, other, observedAt }: BuiltOnStatement,
  direction: 'buildsOn' | 'builtOnBy',
): GraphPart {
  const node: GraphNode = { id: `project:${other.slug}`, kind: 'project', name: other.name, slug: other.slug }
  const own = ownNode(record)
  const edge = { ...FACT, kind: 'builds_on', evidence: [id], observedAt } as const
  return linked(direction === 'buildsOn' ? [own, node] : [node, own], edge)
}

function contractNode(address: ContractAddress, { token }: RelationshipRecord): GraphNode {
  const kind = address === token ? 'token' : 'contract'
  return { id: `contract:${CHAIN_ID}:${address}`, kind, name: address, contract: address }
}

function linked(
  [from, to]: readonly [GraphNode, GraphNode],
  edge: DistributiveOmit<GraphEdge, 'from' | 'to'>,
): GraphPart {
  return { nodes: [from, to], edge: { ...edge, from: from.id, to: to.id } }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
