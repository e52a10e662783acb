import { fail } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import {
  argument,
  choiceArgument,
  limitArgument,
  optionalProject,
} from '#contract/parameters/tool-arguments.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { shipClaim } from '#views/agent/claims/ships.ts'
import { unknownClaim } from '#views/agent/claims/unknown.ts'
import { leftOutWords, type ShipsNumber, shipsNumber } from '#views/agent/ships-number.ts'
import { readShips } from '../../ships.ts'
import { findProject } from '../about.ts'
import { readEvaluated } from '../evaluated.ts'
import { listThatFits, nextCall } from '../fitting-list.ts'
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
    refuseFuture(filters.since, deps.now)
    const found = project === undefined ? undefined : await findProject(project, deps)
    const evaluated = found && (await readEvaluated(found.slug, deps))
    const { kind, since, until = deps.now } = filters
    const question = { ...known({ kind, since }), until: msOf(until) < msOf(deps.now) ? until : deps.now }
    return listThatFits({ limit: filters.limit, bytes: call.bytes }, async (limit) => {
      const read = await readShips(
        {
          ...filters,
          ...known({ project: found?.slug }),
          ...(show === 'counted' && { counted: 'only' as const }),
          ...(filters.since !== undefined && { order: 'releases_first' as const }),
          limit,
        },
        deps,
      )
      const list = deps.checked('ships', read)
      const { items, nextOffset, disclaimer } = list
      const counts = shipsNumber({ project: evaluated, filters: question, list })
      return {
        ...known({ about: found?.about }),
        ...(items.length === 0 && {
          notes: [counts.sentence, ...(show === 'counted' ? [leftOutWords(filters)] : [])],
        }),
        entries: entriesOf(items, counts),
        total: counts.total,
        disclaimer,
        ...nextCall('list_ships', call, nextOffset),
      }
    })
  },
})

/** Refuses a span that has not begun: its number of ships is unknown, not 0. @throws Failure invalid_parameter */
function refuseFuture(since: Instant | undefined, now: Instant): void {
  if (since === undefined || msOf(since) <= msOf(now)) return
  fail('invalid_parameter', { detail: { parameter: 'since', expected: `a time not after now (${now})` } })
}

/** An entry for each ship. The unknowns stand in the first entry, or alone when there is no ship. */
function entriesOf(
  ships: Output<'ships'>['items'],
  { unknowns }: Pick<ShipsNumber, 'unknowns'>,
): readonly (readonly AgentClaim[])[] {
  const unknown = unknowns.map(unknownClaim)
  const [first, ...others] = ships.map((ship) => [shipClaim(ship)])
  return [[...unknown, ...(first === undefined ? [] : first)], ...others]
}
