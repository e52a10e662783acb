import { LIMITS } from '#contract/limits.ts'
import { readProjects } from '../projects.ts'
import { readSuggest } from '../suggest.ts'
import type { AgentDeps } from './deps.ts'

/** Maximum number of lists that are read for one answer. */
const MOST_LISTS = 3
/** The path of a project's page up to its slug. */
const PAGES = '/projects/'

/**
 * Slugs of published projects that begin with a text: first the suggestions of the search, then the order of the
 * project list. With `hasMore`, a longer beginning may find other slugs.
 */
export async function readSlugs(
  prefix: string,
  deps: AgentDeps,
): Promise<{ readonly slugs: readonly string[]; readonly hasMore: boolean }> {
  if (!/^[a-z0-9-]{0,80}$/.test(prefix)) return { slugs: [], hasMore: false }
  const words = prefix.length < LIMITS.projectQuery.min ? {} : { q: prefix }
  const found = await suggestedSlugs(prefix, deps)
  let next: number | null = 0
  for (let read = 0; read < MOST_LISTS && next !== null; read += 1) {
    const query = { ...words, offset: next, limit: LIMITS.listItems.max, claims: 'none' } as const
    const read = await readProjects(query, deps)
    const { items, nextOffset } = deps.checked('projects', read)
    found.push(...items.map(({ slug }) => slug))
    next = nextOffset
  }
  const slugs = [...new Set(found)].filter((slug) => slug.startsWith(prefix))
  return { slugs, hasMore: next !== null }
}

/** The slugs that the search suggests first. In the list of all matches they may stand far down. */
async function suggestedSlugs(prefix: string, deps: AgentDeps): Promise<string[]> {
  const { min, max } = LIMITS.suggestQuery
  if (prefix.length < min) return []
  const read = await readSuggest({ q: prefix.slice(0, max) }, deps)
  return deps.checked('suggest', read).items.map(({ route }) => route.slice(PAGES.length))
}
