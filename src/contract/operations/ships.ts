import { ShipKind } from '../enums.ts'
import type { EvidenceId, Slug } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { choice } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { dateOrInstant, defaulted, optional, slug, wholeNumber } from '../parameter.ts'
import { type Ship, ShipPage } from '../shapes/ship.ts'
import { type CalendarDate, toInstant } from '../time.ts'

const project = { slug: 'lumen' as Slug, name: 'Lumen', url: 'https://svc.example/projects/lumen' }
const source = {
  id: 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162' as EvidenceId,
  kind: 'github_repository',
  locator: 'lumen-labs/lumen',
  url: 'https://github.com/lumen-labs/lumen',
  establishedBy: 'mutual',
  establishedUrl: 'https://lumen.example',
} as const

/** A release in a list of ships. */
export const exampleRelease: Ship = {
  evidenceId: 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
  project,
  kind: 'release',
  title: 'v2.4.0',
  displayTitle: 'v2.4.0',
  version: 'v2.4.0',
  url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
  occurredAt: toInstant('2026-11-19T14:02:11Z'),
  precision: 'EXACT',
  detectedAt: toInstant('2026-11-19T14:05:00Z'),
  backing: 'source-verified',
  source,
  countsAs: 'release',
}
const week: Ship = {
  evidenceId: 'ship:8a7c2d10-5b3e-5f94-8d21-7e9b0a4c3d22',
  project,
  kind: 'code_week',
  title: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  displayTitle: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  occurredAt: toInstant('2026-11-19T09:00:00Z'),
  precision: 'WINDOW',
  detectedAt: toInstant('2026-11-17T10:00:00Z'),
  backing: 'source-verified',
  source,
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
      limit: defaulted(wholeNumber(LIMITS.listPage, 'Ships a page'), LIMITS.listPage.default),
      offset: defaulted(wholeNumber(LIMITS.offset, 'Ships to skip; follow nextOffset'), 0),
    },
  },
  output: ShipPage,
  tag: 'Project reads',
  summary: 'List ships, newest first',
  description:
    'The ships of published projects, each with its public source, its backing, and what it counts as. A ship that does not count has the reason. The title of a running code week names its elapsed days. The list has no total: nextOffset is null at its end. An unknown project has an empty list.',
  examples: [
    {
      name: 'newest',
      summary: 'The newest ships',
      input: { limit: '2' },
      answer: {
        items: [exampleRelease, week],
        nextOffset: 2,
        ignoredParameters: [],
        disclaimer:
          'Ships are listed as their sources show them. Backing says how far a ship rests on its source; it is not a verdict on what was shipped.',
      },
    },
  ],
})
