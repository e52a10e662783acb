import { fail } from '#contract/errors.ts'
import { parseAddress, parseSlug, type Slug } from '#contract/ids.ts'
import { guessWords } from '#views/agent/reading.ts'
import type { Named } from '#views/agent/subject.ts'
import { quoteWords } from '#views/agent/words.ts'
import { projectReference } from '#views/project/reference.ts'
import type { AgentDeps } from './deps.ts'
import { resolveProject } from './resolve.ts'
import type { About } from './tool.ts'

/** The published project that the words of a call name. `isSlug`: the words are its current or a former slug. */
type FoundProject = { readonly slug: Slug; readonly about: About; readonly isSlug: boolean }

/**
 * The one published project that the words of a call name. @throws Failure not_found, and ambiguous_name with
 * candidates
 */
export async function findProject(words: string, deps: AgentDeps): Promise<FoundProject> {
  const address = parseAddress(words)
  const named = await resolveProject(address === undefined ? { project: words } : { contract: address }, deps)
  if (named === undefined) return fail('not_found')
  const isSlug = parseSlug(words) !== undefined && isBySlug(named)
  return { slug: named.slug, about: aboutOf(named, deps), isSlug }
}

const NONE: readonly never[] = []

/**
 * The project that an answer of a tool is about. `read` has notes on a guessed name and on words that were not
 * understood.
 */
export function aboutOf(named: Named, { site }: Pick<AgentDeps, 'site'>): About {
  const { unread = NONE } = named
  const left = unread.map((words) => quoteWords(words).text).join(', ')
  return {
    project: projectReference(named, site),
    read: [...guessWords(named), ...(left === '' ? [] : [`Not understood: ${left}.`])],
  }
}

/** Whether the words are the slug of the project, current or former. */
export function isBySlug({ matchedBy }: Named): boolean {
  return matchedBy === 'slug' || matchedBy === 'former_slug'
}
