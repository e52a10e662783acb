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
import type { AgentDeps } from '#reads/agent/deps.ts'
import { readEvidenceResource, readProjectResource } from '#reads/agent/resources.ts'
import type { ToolClaims } from '#reads/agent/tool.ts'
import { SKILLS, skillAddress, skillText } from '#views/agent/skills.ts'
import { textOfBytes } from '../http/content.ts'
import { PROJECT_CARD, PROJECT_CARD_TEXT } from './app/project-card.ts'
import type { ToolDeps } from './call-tool.ts'
import { GUIDE } from './guide.ts'
import { bytesOf, textOf } from './result.ts'

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
  ...SKILLS.map((skill) => ({
    uri: skillAddress(skill),
    name: skill.name,
    title: skill.title,
    description: skill.description,
    mimeType: MARKDOWN,
  })),
  PROJECT_CARD,
]

/** The resources that are the same in every process, with their text. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['svc://guide', GUIDE],
  ...SKILLS.map((skill) => [skillAddress(skill), skillText(skill)] as const),
  [PROJECT_CARD.uri, PROJECT_CARD_TEXT],
])

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
export async function readResource(
  uri: string,
  { answer, baseUrl }: Pick<ToolDeps, 'answer' | 'baseUrl'>,
): Promise<ReadResourceResult> {
  const text = TEXTS.get(uri)
  if (text !== undefined) return fixedResource(uri, text)
  const read = readerOf(uri)
  if (read === undefined) return notFound(uri)
  try {
    const bytes = await answer({
      key: `resource ${uri}`,
      make: async (deps) =>
        textOf(await read(deps), { bytes: bytesOf(LIMITS.answerTokens.max), site: { baseUrl } }),
    })
    return contentsOf(uri, TEXT, textOfBytes(bytes))
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'not_found') return notFound(uri)
    throw thrown
  }
}

/** The read of a resource; undefined for an address of no resource. */
function readerOf(uri: string): ((deps: AgentDeps) => Promise<ToolClaims>) | undefined {
  const [, kind, key = ''] = /^svc:\/\/(projects|evidence)\/([^/?#]+)$/.exec(uri) ?? []
  const slug = kind === 'projects' ? parseSlug(key) : undefined
  if (slug !== undefined) return (deps) => readProjectResource(slug, deps)
  const evidence = kind === 'evidence' ? parseEvidenceId(decoded(key)) : undefined
  return evidence === undefined ? undefined : (deps) => readEvidenceResource(evidence, deps)
}

/** An evidence id with its colons, which may be percent-encoded. */
function decoded(key: string): string {
  return key.length > 3 * EVIDENCE_ID_MAX ? '' : key.replaceAll(/%3a/gi, ':')
}

function fixedResource(uri: string, text: string): ReadResourceResult {
  if (uri !== PROJECT_CARD.uri) return contentsOf(uri, MARKDOWN, text)
  const { mimeType, _meta } = PROJECT_CARD
  return { contents: [{ uri, mimeType, text, _meta }] }
}

function contentsOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}

function notFound(uri: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri })
}
