import { DISCLAIMERS } from '../disclaimers.ts'
import { namedList, ShipKind } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { choice } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, optional, slug, wholeNumber } from '../parameter.ts'
import { type Ship, ShipPage } from '../shapes/ship.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { dateOrInstant } from '../time-parameter.ts'
import { lumen, releasedAt, releaseId, releaseUrl, repository, weekId } from './example-lumen.ts'

/** A release in a list of ships. */
export const exampleRelease: Ship = {
  evidenceId: releaseId,
  project: lumen,
  kind: 'release',
  title: 'v2.4.0',
  displayTitle: 'v2.4.0',
  version: 'v2.4.0',
  url: releaseUrl,
  occurredAt: releasedAt,
  precision: 'EXACT',
  detectedAt: toInstant('2026-11-19T14:05:00Z'),
  backing: 'source-verified',
  source: repository,
  countsAs: 'release',
}
const week: Ship = {
  evidenceId: weekId,
  project: lumen,
  kind: 'code_week',
  title: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  displayTitle: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  occurredAt: toInstant('2026-11-19T09:00:00Z'),
  precision: 'WINDOW',
  detectedAt: toInstant('2026-11-17T10:00:00Z'),
  backing: 'source-verified',
  source: repository,
  countsAs: null,
  notCountedReason: 'no_substantive_change',
  codeWeek: {
    weekStart: '2026-11-16' as CalendarDate,
    complete: false,
    commits: 3,
    partial: false,
    readTo: toInstant('2026-11-19T10:00:00Z'),
  },
}

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
      since: optional(dateOrInstant('start', 'Only ships that occurred at or after this time')),
      until: optional(dateOrInstant('end', 'Only ships that occurred at or before this time')),
      counted: optional(choice(CountedShips, 'only leaves out ships that do not count')),
      order: optional(
        choice(ShipOrder, 'releases_first puts code weeks after all others; newest without it'),
      ),
      limit: defaulted(wholeNumber(LIMITS.listPage, 'Ships a page'), LIMITS.listPage.default),
      offset: defaulted(wholeNumber(LIMITS.offset, 'Ships to skip; follow nextOffset'), 0),
    },
  },
  output: ShipPage,
  tag: 'All projects',
  summary: 'List ships, newest first',
  description:
    'The ships of published projects, each with its public source, its backing, and what it counts as. A ship that does not count has the reason. The title of a running code week names its elapsed days. `total` is there with a project, or with a `since` of the last 31 days, up to 10,000; nextOffset is null at the end of the list. An unknown project has an empty list.',
  examples: [
    {
      name: 'newest',
      summary: 'The newest ships',
      input: { limit: '2' },
      answer: {
        items: [exampleRelease, week],
        nextOffset: 2,
        ignoredParameters: [],
        disclaimer: DISCLAIMERS.ships,
      },
    },
  ],
})
