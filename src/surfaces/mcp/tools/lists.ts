import { OPERATIONS } from '#contract/operations/index.ts'
import { builderClaims } from '#views/agent/claims/builders.ts'
import { unavailableClaim } from '#views/agent/claims/list.ts'
import { projectClaims } from '#views/agent/claims/projects.ts'
import { shipClaim } from '#views/agent/claims/ships.ts'
import { argumentsOf, limitOf, textsOf } from './arguments.ts'
import { pageThatFits } from './page.ts'
import type { Tool, ToolCall } from './tool.ts'

const { projects, ships, builders } = OPERATIONS

/** The arguments of a list besides `limit`. */
const FILTERS = {
  projects: ['q', 'tab', 'kind', 'status', 'narrative', 'launchpad', 'has', 'sort', 'offset'],
  ships: ['project', 'kind', 'since', 'until', 'offset'],
  builders: ['filter', 'q', 'offset'],
} as const

export const searchProjects: Tool = {
  name: 'search_projects',
  title: 'Search projects',
  description:
    'Which projects are published? Search by name, symbol, slug or contract, or list by tab, kind, status or market figure. One entry a project: status, newest ship, market figures with kind and time.',
  input: {
    ...argumentsOf(projects.input.query, FILTERS.projects, {
      q: 'Beginnings of words of a name, symbol, slug or contract',
      has: 'Facts that a project must have',
      sort: 'Projects without the figure come last',
      offset: 'Entries to skip',
    }),
    limit: limitOf(projects.input.query.limit),
  },
  required: [],
  answer: (call) =>
    pageThatFits(call, async (limit) => {
      const page = await call.ask('projects', { query: queryOf(call, FILTERS.projects, limit) })
      const { available, reason, total, nextOffset, disclaimer } = page
      if (!available) return { entries: [[unavailableClaim('projects', reason)]], disclaimer }
      return {
        ...{ entries: page.items.map(projectClaims), total, disclaimer },
        ...followed('search_projects', call, nextOffset),
      }
    }),
}

export const listShips: Tool = {
  name: 'list_ships',
  title: 'List ships',
  description:
    'What was shipped? Releases, features, deployments, upgrades and code weeks, newest first, each with its source, its backing and whether it counts. Filter by project slug, kind and time.',
  input: {
    ...argumentsOf(ships.input.query, FILTERS.ships, {
      since: 'YYYY-MM-DD or an instant in UTC',
      until: 'YYYY-MM-DD or an instant in UTC',
      offset: 'Entries to skip',
    }),
    limit: limitOf(ships.input.query.limit),
  },
  required: [],
  answer: (call) =>
    pageThatFits(call, async (limit) => {
      const page = await call.ask('ships', { query: queryOf(call, FILTERS.ships, limit) })
      return {
        ...{ entries: page.items.map((ship) => [shipClaim(ship)]), disclaimer: page.disclaimer },
        ...followed('list_ships', call, page.nextOffset),
      }
    }),
}

export const listBuilders: Tool = {
  name: 'list_builders',
  title: 'List builders by the Radar',
  description:
    'Who builds? Projects by Radar rank: verified development, on-chain use and research standing. Price, payment and holdings are no input.',
  input: {
    ...argumentsOf(builders.input.query, FILTERS.builders, {
      q: 'Beginnings of words of a name, symbol, slug or contract',
      offset: 'Entries to skip',
    }),
    limit: limitOf(builders.input.query.limit),
  },
  required: [],
  answer: (call) =>
    pageThatFits(call, async (limit) => {
      const page = await call.ask('builders', { query: queryOf(call, FILTERS.builders, limit) })
      const { available, reason, total, nextOffset, disclaimer } = page
      if (!available) return { entries: [[unavailableClaim('builders', reason)]], disclaimer }
      return {
        ...{ entries: page.items.map((item) => builderClaims(item, page)), total, disclaimer },
        ...followed('list_builders', call, nextOffset),
      }
    }),
}

function queryOf({ args }: ToolCall, names: readonly string[], limit: number) {
  return { ...textsOf(args, names), limit: `${limit}` }
}

/** The call that gives the next page; nothing at the end of the list. */
function followed(tool: string, { args }: ToolCall, nextOffset: number | null) {
  if (nextOffset === null) return {}
  const next = [{ tool, arguments: { ...args, offset: nextOffset }, why: 'the next entries' }]
  return { hasMore: true, next }
}
