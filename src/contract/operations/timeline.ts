import { DISCLAIMERS } from '../disclaimers.ts'
import { LIMITS } from '../limits.ts'
import { choice } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, optional, required, slug, wholeNumber } from '../parameter.ts'
import { EvidenceKind } from '../shapes/receipt.ts'
import { Timeline, type TimelineEntry } from '../shapes/timeline.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { timelineCursor, timelineCursorOf } from '../timeline-cursor.ts'
import { lumen, releasedAt, releaseId, repository, weekId } from './example-lumen.ts'

const release: TimelineEntry = {
  evidenceId: releaseId,
  kind: 'ship',
  title: 'v2.4.0',
  displayTitle: 'v2.4.0',
  at: releasedAt,
  clock: 'occurredAt',
  precision: 'EXACT',
  occurredAt: releasedAt,
  detectedAt: toInstant('2026-11-19T14:05:00Z'),
  url: `https://svc.example/api/evidence/${encodeURIComponent(releaseId)}`,
  source: repository,
}
const weekAt = toInstant('2026-11-19T09:00:00Z')
const week: TimelineEntry = {
  ...release,
  evidenceId: weekId,
  title: 'code changes, week starting 2026-11-16 (to 2026-11-17)',
  displayTitle: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  at: weekAt,
  precision: 'WINDOW',
  occurredAt: weekAt,
  detectedAt: toInstant('2026-11-19T10:00:00Z'),
  url: `https://svc.example/api/evidence/${encodeURIComponent(weekId)}`,
  codeWeek: {
    weekStart: '2026-11-16' as CalendarDate,
    complete: false,
    commits: 3,
    partial: false,
    readTo: toInstant('2026-11-19T10:00:00Z'),
  },
}

export const timeline = definePublicRead({
  name: 'timeline',
  operationId: 'getProjectTimeline',
  path: '/api/projects/{slug}/timeline',
  input: {
    path: { slug: required(slug()) },
    query: {
      lens: optional(choice(EvidenceKind, 'Only evidence of this kind')),
      limit: defaulted(wholeNumber(LIMITS.timelinePage, 'Entries a page'), LIMITS.timelinePage.default),
      before: optional(timelineCursor('Entries before this cursor; nextCursor of a page')),
    },
  },
  output: Timeline,
  errors: ['invalid_cursor'],
  tag: 'Project records',
  summary: 'Get the timeline of a project',
  description:
    'Every piece of evidence recorded of a project on one axis, newest first: ships, signals, verified interfaces, implementations, locks, sources, statements, calls, site changes, and the conclusions whose changes are announced. Each has its clock, its receipt and its source. Withdrawn records are left out. A former slug answers 308. A hidden project answers like one that never existed.',
  examples: [
    {
      name: 'ships',
      summary: 'The newest ships of a project',
      input: { slug: 'lumen', lens: 'ship', limit: '2' },
      answer: {
        project: lumen,
        items: [release, week],
        totals: {
          ...{ ship: 31, signal: 1, abi: 2, impl: 1, lock: 1, source: 6, claim: 2, state: 9 },
          ...{ narrative: 1, method: 14, sourcechange: 3, security: 0 },
        },
        withheld: ['integrity'],
        truncated: true,
        nextCursor: timelineCursorOf({ micros: '1795078800000000', id: weekId }),
        ignoredParameters: [],
        disclaimer: DISCLAIMERS.timeline,
      } satisfies Timeline,
    },
  ],
})
