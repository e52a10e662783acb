import { Type } from 'typebox'
import { Failure } from '#contract/errors.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { builderClaims } from '#views/agent/claims/builders.ts'
import { unavailableClaim } from '#views/agent/claims/list.ts'
import { projectClaims } from '#views/agent/claims/projects.ts'
import { shipClaim } from '#views/agent/claims/ships.ts'
import { argumentsOf, limitOf, PROJECT, textsOf } from './arguments.ts'
import { findProject } from './ask-project.ts'
import { pageThatFits } from './page.ts'
import type { Tool, ToolCall } from './tool.ts'

const { projects, ships, builders } = OPERATIONS

/** The arguments of a list besides `limit`. */
const FILTERS = {
  projects: ['q', 'tab', 'kind', 'status', 'narrative', 'launchpad', 'has', 'sort', 'offset'],
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
      if (total === 0) return { ...{ entries: [], total, disclaimer }, notes: await nearNotes(call) }
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
    'What was shipped? The releases, features, deployments, upgrades and code weeks that count, each with its source and backing. With `since`, code weeks come last. show: all adds those that do not count, and why.',
  input: {
    ...argumentsOf(ships.input.query, ['kind', 'since', 'until', 'offset'], {
      since: 'YYYY-MM-DD or an instant in UTC',
      until: 'YYYY-MM-DD or an instant in UTC',
      offset: 'Entries to skip',
    }),
    project: PROJECT,
    show: Type.Unsafe({ type: 'string', enum: ['counted', 'all'], default: 'counted' }),
    limit: limitOf(ships.input.query.limit),
  },
  required: [],
  async answer(call) {
    const { args, ask } = call
    const about = args['project'] === undefined ? undefined : await findProject(String(args['project']), ask)
    const fixed = {
      ...textsOf(args, ['kind', 'since', 'until', 'offset']),
      ...(about !== undefined && { project: about.project.slug }),
      ...(args['show'] !== 'all' && { counted: 'only' }),
      ...(args['since'] !== undefined && { order: 'releases_first' }),
    }
    return pageThatFits(call, async (limit) => {
      const page = await ask('ships', { query: { ...fixed, limit: `${limit}` } })
      return {
        ...(about !== undefined && { about }),
        ...{ entries: page.items.map((ship) => [shipClaim(ship)]), total: page.total },
        ...{ disclaimer: page.disclaimer, ...followed('list_ships', call, page.nextOffset) },
      }
    })
  },
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

const UNPUBLISHED = 'No published project matches. That says nothing of projects that are not published.'

/** What is said of a search without an entry: published names that are nearly the words. */
async function nearNotes({ args, ask }: ToolCall): Promise<readonly string[]> {
  const words = args['q']
  if (typeof words !== 'string') return [UNPUBLISHED]
  try {
    await findProject(words, ask)
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.extra.detail?.['nearest'] === undefined) return [UNPUBLISHED]
    return [UNPUBLISHED, thrown.message]
  }
  return [UNPUBLISHED]
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
