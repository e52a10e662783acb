import { type Static, Type } from 'typebox'
import { ChangePrecision, described, namedList, namedObject, nullable } from '../enums.ts'
import { EVIDENCE_PREFIXES, EvidenceId } from '../ids.ts'
import { recordOf } from '../keyed.ts'
import { LIMITS } from '../limits.ts'
import { TimelineCursor } from '../timeline-cursor.ts'
import { IgnoredParameters, Title, Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { EvidenceKind, ReceiptSource } from './receipt.ts'
import { CodeWeek } from './ship.ts'
import { Instant } from './time.ts'

const TimelineClock = namedList('TimelineClock', ['occurredAt', 'detectedAt'])

/** One piece of evidence in a project's timeline. */
export const TimelineEntry = namedObject('TimelineEntry', {
  evidenceId: EvidenceId,
  kind: EvidenceKind,
  title: described(Title, 'As recorded'),
  displayTitle: described(Title, "In today's wording"),
  at: described(Instant, 'The place in the timeline: the time that `clock` names'),
  clock: described(TimelineClock, 'occurredAt: an outside source dates it; detectedAt: none does'),
  precision: ChangePrecision,
  occurredAt: nullable(described(Instant, 'When it happened; null when no outside source dates it')),
  detectedAt: described(Instant, 'When the service first knew of it'),
  url: described(Url, 'The receipt'),
  source: nullable(described(ReceiptSource, 'Null for a conclusion, and for a statement of the catalogue')),
  codeWeek: Type.Optional(CodeWeek),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const held = Type.Optional(Type.Integer({ minimum: 0 }))
const TimelineTotals = namedObject(
  'TimelineTotals',
  recordOf(EVIDENCE_PREFIXES, () => held),
)

/** Entries of a project's timeline, newest first. @source contract, Project reads */
export const Timeline = namedObject('Timeline', {
  project: ProjectReference,
  items: Type.Array(TimelineEntry, { maxItems: LIMITS.timelineItems.max }),
  totals: described(
    TimelineTotals,
    'Records held of each kind, whatever the lens: 0 does not mean none exist, and a withheld kind is absent',
  ),
  withheld: Type.Optional(
    Type.Array(EvidenceKind, { minItems: 1, description: 'Kinds that this deployment does not publish' }),
  ),
  truncated: Type.Boolean({ description: 'True: older entries follow' }),
  nextCursor: nullable(described(TimelineCursor, 'Where the list goes on; null at its end')),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type Timeline = Static<typeof Timeline>
