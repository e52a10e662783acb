import { namedList, ShipKind } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { cappedNumber, defaulted, optional, slug, wholeNumber } from '../parameters/parameter.ts'
import { dateOrInstant } from '../parameters/time-parameter.ts'
import { ShipList } from '../shapes/ship.ts'
import examples from './examples/ships.json' with { type: 'json' }

const CountedShips = namedList('CountedShips', ['only'])
const ShipOrder = namedList('ShipOrder', ['newest', 'releases_first'])

export const ships = definePublicRead({
  name: 'ships',
  operationId: 'listShips',
  path: '/api/ships',
  input: {
    path: {},
    query: {
      project: optional(slug()),
      kind: optional(choice(ShipKind, 'Kind of ship')),
      since: optional(dateOrInstant('start', 'Only ships with an `occurredAt` at or after this time')),
      until: optional(dateOrInstant('end', 'Only ships with an `occurredAt` at or before this time')),
      counted: optional(choice(CountedShips, 'only leaves out ships that do not count')),
      order: optional(
        choice(ShipOrder, 'releases_first puts code weeks after all others; newest without it'),
      ),
      limit: defaulted(wholeNumber(LIMITS.listItems, 'Ships in one answer'), LIMITS.listItems.default),
      offset: defaulted(
        cappedNumber(
          LIMITS.offset,
          'Ships to skip; follow nextOffset. A list that changes between two answers may miss or repeat an item',
        ),
        0,
      ),
    },
  },
  output: ShipList,
  tag: 'All projects',
  summary: 'List ships, newest first',
  description:
    'The ships of published projects, each with its public source, its backing, and what it counts as. A ship that does not count has the reason. The title of a running code week ends on the last day that was read. `total` is there with a project, or with a `since` of the last 31 days, up to 10,000; 0 only where all was read, and absent otherwise. An unknown project has an empty list.',
  examples,
})
