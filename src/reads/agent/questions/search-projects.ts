import { Failure } from '#contract/errors.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, limitArgument } from '#contract/parameters/tool-arguments.ts'
import { unavailableClaim } from '#views/agent/claims/list.ts'
import { projectClaims } from '#views/agent/claims/projects.ts'
import { readProjects } from '../../projects.ts'
import { findProject } from '../about.ts'
import type { AgentDeps } from '../deps.ts'
import { listThatFits, nextCall } from '../fitting-list.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.projects.input

export const searchProjects = defineTool({
  name: 'search_projects',
  title: 'Search projects',
  description:
    'Which projects are published? Search by name, symbol, slug or contract, or list by tab, kind, status or market figure. One entry a project: status, newest ship, market figures with kind and time.',
  input: {
    q: argument(query.q, { description: 'Beginnings of words of a name, symbol, slug or contract' }),
    tab: argument(query.tab),
    kind: argument(query.kind),
    status: argument(query.status),
    narrative: argument(query.narrative),
    launchpad: argument(query.launchpad),
    has: argument(query.has, { description: 'Facts that a project must have' }),
    sort: argument(query.sort, { description: 'Projects without the figure come last' }),
    offset: argument(query.offset, { description: 'Entries to skip' }),
    limit: limitArgument(query.limit),
  },
  answer(call, deps) {
    const { input, bytes } = call
    return listThatFits({ limit: input.limit, bytes }, async (limit) => {
      const read = await readProjects({ ...input, limit }, deps)
      const { available, reason, total, nextOffset, disclaimer, items } = deps.checked('projects', read)
      if (!available) return { entries: [[unavailableClaim('projects', reason)]], disclaimer }
      if (total === 0) return { entries: [], total, disclaimer, notes: await nearNotes(input.q, deps) }
      const entries = items.map(projectClaims)
      return { entries, total, disclaimer, ...nextCall('search_projects', call, nextOffset) }
    })
  },
})

const UNPUBLISHED = 'No published project matches. That says nothing of projects that are not published.'

/** Notes for a search without a match. They include the published names that are nearly the searched words. */
async function nearNotes(words: string | undefined, deps: AgentDeps): Promise<readonly string[]> {
  if (words === undefined) return [UNPUBLISHED]
  try {
    await findProject(words, deps)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.extra.detail?.['nearest'] !== undefined) return [UNPUBLISHED, thrown.message]
  }
  return [UNPUBLISHED]
}
