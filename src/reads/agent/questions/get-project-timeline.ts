import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, limitArgument, projectArgument } from '#contract/parameters/tool-arguments.ts'
import { timelineClaim } from '#views/agent/claims/timeline.ts'
import { readTimeline } from '../../timeline.ts'
import { findProject } from '../about.ts'
import { listThatFits } from '../fitting-list.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.timeline.input

export const getProjectTimeline = defineTool({
  name: 'get_project_timeline',
  title: "Get a project's timeline",
  description:
    'What happened in a project, and when? Every piece of evidence on one axis, newest first. `lens` keeps one kind.',
  input: {
    project: projectArgument,
    lens: argument(query.lens),
    before: argument(query.before, { description: 'From `next` of an answer' }),
    limit: limitArgument(query.limit),
  },
  async answer({ input, args, bytes }, deps) {
    const { project, ...filters } = input
    const { slug, about } = await findProject(project, deps)
    return listThatFits({ limit: filters.limit, bytes }, async (limit) => {
      const read = await readTimeline({ ...filters, slug, limit }, deps)
      const { items, nextCursor: before, disclaimer } = deps.checked('timeline', read)
      const older = { tool: 'get_project_timeline', arguments: { ...args, before }, why: 'older entries' }
      return {
        about,
        entries: items.map((entry) => [timelineClaim(entry)]),
        disclaimer,
        ...(before !== null && { hasMore: true, next: [older] }),
      }
    })
  },
})
