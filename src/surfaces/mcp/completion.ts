import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { readSlugs } from '#reads/agent/slugs.ts'
import { textOfBytes } from '../http/content.ts'
import type { ToolDeps } from './call-tool.ts'
import { PROMPTS } from './prompts.ts'
import { PROJECT_TEMPLATE, RESOURCE_TEMPLATES } from './resources.ts'

/** Most values in an answer. @source MCP, completion/complete */
const MOST_VALUES = 100

/** Completes the slug of a published project; nothing for any other argument. */
export async function complete(
  { ref, argument }: CompleteRequestParams,
  { answer }: Pick<ToolDeps, 'answer'>,
): Promise<CompleteResult> {
  const isSlug = slugArgumentOf(ref) === argument.name
  if (!isSlug) return { completion: { values: [], hasMore: false } }
  const { value } = argument
  const bytes = await answer({
    key: `complete ${value}`,
    make: async (deps) => JSON.stringify(await readSlugs(value, deps)),
  })
  const { slugs, hasMore }: Awaited<ReturnType<typeof readSlugs>> = JSON.parse(textOfBytes(bytes))
  const isCut = slugs.length > MOST_VALUES
  return { completion: { values: slugs.slice(0, MOST_VALUES), hasMore: hasMore || isCut } }
}

/** The argument that takes a slug. @throws ProtocolError for a prompt or a template that does not exist */
function slugArgumentOf(ref: CompleteRequestParams['ref']): string {
  if (ref.type === 'ref/resource') {
    if (RESOURCE_TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri))
      return ref.uri === PROJECT_TEMPLATE ? 'slug' : ''
  } else if (PROMPTS.some(({ name }) => name === ref.name)) return 'project'
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt or resource template')
}
