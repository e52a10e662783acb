import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { known } from '#contract/known.ts'
import { NOTE_EVIDENCE_MAX } from '#contract/shapes/claim-note.ts'
import type { RelationshipEdge, RelationshipNode, Relationships } from '#contract/shapes/relationships.ts'
import type { GraphEdge, GraphNode, RelationshipRecord } from '#domain/project/relationship-record.ts'
import {
  namingStatements,
  ownNode,
  relationshipsOf,
  STATEMENTS_SHOWN,
} from '#domain/project/relationships.ts'
import { projectPage, type Site, type ViewDeps } from '../site/links.ts'
import { sourceWords } from '../words/sources.ts'
import { projectReference } from './reference.ts'
import { sourceUrl } from './source-url.ts'

const NOT_HELD: Relationships['notHeld'] = [
  { kind: 'contract_interaction', reason: 'Calls between contracts are not recorded.' },
  { kind: 'account', reason: 'An account is not a project: deployers, owners and holders are no nodes.' },
  { kind: 'partnership', reason: 'No partnership is recorded or concluded.' },
  { kind: 'second_degree', reason: 'What surrounds a neighbour stands in its own graph.' },
]

/** The graph of a project; each node is listed once, the project first. */
export function relationships(record: RelationshipRecord, { now, site }: ViewDeps): Relationships {
  const { project } = record
  const parts = relationshipsOf(record, project.scoredAt ?? now)
  const nodes = new Map(
    [ownNode(record), ...parts.flatMap((part) => part.nodes)].map((node) => [node.id, node]),
  )
  const bounds = boundsOf(record)
  return {
    project: projectReference(project, site),
    nodes: [...nodes.values()].map((node) => nodeOf(node, site)),
    edges: parts.map(({ edge }) => edgeOf(edge)),
    notHeld: [...NOT_HELD, ...withoutLaunch(record, nodes)],
    bounds,
    truncated: bounds.some(({ shown, total }) => shown < total),
    ...known({ asOf: project.scoredAt }),
    disclaimer: DISCLAIMERS.relationships,
  }
}

function nodeOf({ id, kind, name, url = null, contract, slug }: GraphNode, site: Site): RelationshipNode {
  return {
    id,
    kind,
    name: sourceWords(name),
    ...known({ url: slug === undefined ? sourceUrl(url) : projectPage(slug, site) }),
    ...known({ contract }),
  }
}

function edgeOf({ evidence, notCountedReason, ...edge }: GraphEdge): RelationshipEdge {
  return {
    ...edge,
    evidence: evidence.slice(0, NOTE_EVIDENCE_MAX),
    ...(notCountedReason === undefined ? {} : { notCountedReason: sourceWords(notCountedReason) }),
  }
}

function withoutLaunch(
  { launchpad }: RelationshipRecord,
  nodes: ReadonlyMap<string, GraphNode>,
): Relationships['notHeld'] {
  if (launchpad === null || nodes.has(`launchpad:${launchpad}`)) return []
  return [
    { kind: 'launchpad', reason: 'A launchpad is named, but no statement about the launch is recorded.' },
  ]
}

function boundsOf(record: RelationshipRecord): Relationships['bounds'] {
  const { contracts, foundations } = record
  const { buildsOn, builtOnBy } = foundations
  const statements = namingStatements(record).length
  return [
    { part: 'contracts', shown: contracts.items.length, total: contracts.total },
    { part: 'token_statements', shown: Math.min(statements, STATEMENTS_SHOWN), total: statements },
    { part: 'builds_on', shown: buildsOn.items.length, total: buildsOn.total },
    { part: 'built_on_by', shown: builtOnBy.items.length, total: builtOnBy.total },
  ]
}
