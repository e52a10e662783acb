import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { Failure } from '#contract/errors.ts'
import { EVIDENCE_ID_MAX, parseEvidenceId, parseSlug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { receiptClaims } from '#views/agent/claims/evidence.ts'
import { snapshotClaims } from '#views/agent/claims/snapshot.ts'
import { GUIDE } from './guide.ts'
import { bytesOf, textOf } from './result.ts'
import type { McpContext } from './server.ts'
import type { Answered } from './tools/tool.ts'

const MARKDOWN = 'text/markdown'
const TEXT = 'text/plain'

export const PROJECT_TEMPLATE = 'svc://projects/{slug}'

/** The resources that have no parameter. */
export const RESOURCES: Resource[] = [
  {
    uri: 'svc://guide',
    name: 'guide',
    title: 'How to read this service',
    description: 'What the tags, the times and UNKNOWN mean, and how to ask',
    mimeType: MARKDOWN,
  },
]

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: PROJECT_TEMPLATE,
    name: 'project',
    title: 'A project',
    description: 'What is known of a published project now',
    mimeType: TEXT,
  },
  {
    uriTemplate: 'svc://evidence/{id}',
    name: 'evidence',
    title: 'A record of evidence',
    description: 'The record behind an evidence id',
    mimeType: TEXT,
  },
]

/** Reads a resource. @throws ProtocolError with the uri where nothing is published */
export async function readResource(uri: string, context: McpContext): Promise<ReadResourceResult> {
  if (uri === 'svc://guide') return contentsOf(uri, MARKDOWN, GUIDE)
  try {
    const answered = await answerOf(uri, context)
    if (answered === undefined) return notFound(uri)
    const text = textOf(answered, { bytes: bytesOf(LIMITS.answerTokens.max), site: context.site })
    return contentsOf(uri, TEXT, text)
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'not_found') return notFound(uri)
    throw thrown
  }
}

/** The claims of a resource; undefined when the address has none of their forms. */
async function answerOf(uri: string, { ask, site }: McpContext): Promise<Answered | undefined> {
  const [, kind, key = ''] = /^svc:\/\/(projects|evidence)\/([^/?#]+)$/.exec(uri) ?? []
  if (kind === 'projects' && parseSlug(key) !== undefined) {
    const snapshot = await ask('snapshot', { path: { slug: key } })
    const { slug, name, url } = snapshot.identity
    const about = { project: { slug, name, url }, read: [] }
    return { about, claims: snapshotClaims(snapshot, site), disclaimer: snapshot.disclaimer }
  }
  const evidence = kind === 'evidence' ? parseEvidenceId(decoded(key)) : undefined
  if (evidence === undefined) return undefined
  return { claims: receiptClaims(await ask('evidence', { path: { id: evidence.id } })) }
}

/** The colons of an evidence id may be percent-encoded. */
function decoded(key: string): string {
  return key.length > 3 * EVIDENCE_ID_MAX ? '' : key.replaceAll(/%3a/gi, ':')
}

function contentsOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}

function notFound(uri: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri })
}
