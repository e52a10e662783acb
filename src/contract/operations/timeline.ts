import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { cappedNumber, defaulted, optional, required, slug } from '../parameters/parameter.ts'
import { EvidenceKind } from '../shapes/receipt.ts'
import { Timeline } from '../shapes/timeline.ts'
import { timelineCursor } from '../timeline-cursor.ts'
import examples from './examples/timeline.json' with { type: 'json' }

export const timeline = definePublicRead({
  name: 'timeline',
  operationId: 'getProjectTimeline',
  path: '/api/projects/{slug}/timeline',
  input: {
    path: { slug: required(slug()) },
    query: {
      lens: optional(choice(EvidenceKind, 'Only evidence of this kind')),
      limit: defaulted(
        cappedNumber(
          LIMITS.timelineItems,
          'Entries in one answer; more than it can hold gives a full answer',
        ),
        LIMITS.timelineItems.default,
      ),
      before: optional(timelineCursor('Entries before this cursor; nextCursor of an answer')),
    },
  },
  output: Timeline,
  errors: ['invalid_cursor'],
  tag: 'Project records',
  summary: 'Get the timeline of a project',
  description:
    'Every piece of evidence recorded of a project on one axis, newest first. Each has its clock, its receipt and its source. Withdrawn records are left out.',
  examples,
})
