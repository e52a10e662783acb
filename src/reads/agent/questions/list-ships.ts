import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, choiceArgument, limitArgument, optionalProject } from '#contract/tool-arguments.ts'
import { shipClaim } from '#views/agent/claims/ships.ts'
import { readShips } from '../../ships.ts'
import { findProject } from '../about.ts'
import { nextPage, pageThatFits } from '../page.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.ships.input
const A_TIME = { description: 'YYYY-MM-DD or an instant in UTC' }

export const listShips = defineTool({
  name: 'list_ships',
  title: 'List ships',
  description:
    'What was shipped? The releases, features, deployments, upgrades and code weeks that count, each with its source and backing. With `since`, code weeks come last. show: all adds those that do not count, and why.',
  input: {
    kind: argument(query.kind),
    since: argument(query.since, A_TIME),
    until: argument(query.until, A_TIME),
    offset: argument(query.offset, { description: 'Entries to skip' }),
    project: optionalProject,
    show: choiceArgument(['counted', 'all']),
    limit: limitArgument(query.limit),
  },
  async answer(call, deps) {
    const { project, show, ...filters } = call.input
    const found = project === undefined ? undefined : await findProject(project, deps)
    return pageThatFits({ limit: filters.limit, bytes: call.bytes }, async (limit) => {
      const read = await readShips(
        {
          ...filters,
          ...(found !== undefined && { project: found.slug }),
          ...(show === 'counted' && { counted: 'only' as const }),
          ...(filters.since !== undefined && { order: 'releases_first' as const }),
          limit,
          ignoredParameters: [],
        },
        deps,
      )
      const { items, total, nextOffset, disclaimer } = deps.checked('ships', read)
      return {
        ...(found !== undefined && { about: found.about }),
        entries: items.map((ship) => [shipClaim(ship)]),
        total,
        disclaimer,
        ...nextPage('list_ships', call, nextOffset),
      }
    })
  },
})
