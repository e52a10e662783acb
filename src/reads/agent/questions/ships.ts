import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { shipsAnswer } from '#views/agent/answers/ships.ts'
import { readShips } from '../../ships.ts'
import { type Capability, queryOf } from '../capability.ts'
import { NEW, NEWEST, NUMBER } from '../capability-words.ts'
import { readEvaluated } from '../evaluated.ts'
import { resolveProject } from '../resolve.ts'

export const RELEASED = 'release, released, releases'
/** Words that ask for a list in a question with a period. In other questions they ask whether a project ships. */
const SHIPPED = 'ship, ships, shipped, shipping'

export const ships: Capability = {
  name: 'ships',
  title: 'List what was shipped',
  description:
    'What was shipped, of one project or of all: the ships that count, of one kind or in the last days, releases before code weeks',
  address: '/api/agent/ships?project={project}&days={days}',
  parameters: ['project', 'contract', 'days', 'kind'],
  tags: ['ships', 'releases', 'shipping'],
  examples: ['What shipped at Lumen last week?', 'What was released in the last 3 days?'],
  words: {
    first: RELEASED,
    ofDays: SHIPPED,
    answered: [RELEASED, SHIPPED, NEW, NEWEST, NUMBER, 'make, makes, made'],
    ofAll: true,
  },
  async answer(input, deps) {
    const { contract, kind, days } = input
    const named = await resolveProject(input, { ...deps, words: ships.words })
    const since = days === undefined ? undefined : addMs(deps.now, -days * DAY_MS)
    const filter = known({ kind, since })
    const span = { ...filter, ...(since !== undefined && { until: deps.now }) }
    const [read, project] = await Promise.all([
      readShips(
        {
          ...span,
          ...known({ project: named?.slug }),
          counted: 'only',
          order: 'releases_first',
          limit: LIMITS.agentItems,
          offset: 0,
        },
        deps,
      ),
      named && readEvaluated(named.slug, deps),
    ])
    const list = deps.checked('ships', read)
    const query = { ...queryOf(input, named), ...span }
    const about = { named, contract, query, project, filters: { ...filter, until: deps.now }, list }
    return { answer: shipsAnswer(about, deps.site), named: named === undefined ? [] : [named] }
  },
}
