import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Ask } from '../protocol.ts'
import { PROMPTS } from './prompts.ts'
import { PROJECT_TEMPLATE, RESOURCE_TEMPLATES } from './resources.ts'

/** Values that an answer may have. @source MCP, completion/complete */
const MOST_VALUES = 100
/** Pages that are read for one answer. */
const MOST_PAGES = 3

/** Completes the slug of a published project; nothing for any other argument. */
export async function complete({ ref, argument }: CompleteRequestParams, ask: Ask): Promise<CompleteResult> {
  const isSlug = slugArgumentOf(ref) === argument.name
  if (!isSlug) return { completion: { values: [], hasMore: false } }
  const { slugs, hasMore } = await slugsOf(argument.value, ask)
  const isCut = slugs.length > MOST_VALUES
  return { completion: { values: slugs.slice(0, MOST_VALUES), hasMore: hasMore || isCut } }
}

/** The argument that is a slug. @throws ProtocolError for a prompt and a template that do not exist */
function slugArgumentOf(ref: CompleteRequestParams['ref']): string {
  if (ref.type === 'ref/resource') {
    if (RESOURCE_TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri))
      return ref.uri === PROJECT_TEMPLATE ? 'slug' : ''
  } else if (PROMPTS.some(({ name }) => name === ref.name)) return 'project'
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt or resource template')
}

/**
 * Slugs of published projects that begin so: those that a search suggests, then in the order of the list. A longer
 * beginning finds more of them.
 */
async function slugsOf(prefix: string, ask: Ask) {
  if (!/^[a-z0-9-]{0,80}$/.test(prefix)) return { slugs: [], hasMore: false }
  const words = prefix.length < LIMITS.projectQuery.min ? {} : { q: prefix }
  const found = await suggestedSlugs(prefix, ask)
  let next: number | null = 0
  for (let page = 0; page < MOST_PAGES && next !== null; page += 1) {
    const { items, nextOffset } = await pageOf({ ...words, offset: `${next}` }, ask)
    found.push(...items.map(({ slug }) => slug))
    next = nextOffset
  }
  const slugs = [...new Set(found)].filter((slug) => slug.startsWith(prefix))
  return { slugs, hasMore: next !== null }
}

/** The slugs of the projects that a search means most, which may be far down in the list of all that match. */
async function suggestedSlugs(prefix: string, ask: Ask): Promise<string[]> {
  const { min, max } = LIMITS.suggestQuery
  if (prefix.length < min) return []
  const { items } = await ask('suggest', { query: { q: prefix.slice(0, max) } })
  return items.map(({ route }) => route.slice(PAGES.length))
}

/** Where the pages of projects are. */
const PAGES = '/projects/'

function pageOf(query: Readonly<Record<string, string>>, ask: Ask): Promise<Output<'projects'>> {
  return ask('projects', { query: { ...query, claims: 'none', limit: `${LIMITS.listPage.max}` } })
}
