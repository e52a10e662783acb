import { type Static, Type } from 'typebox'
import { CHANGE_PRECISIONS, nullable, oneOf, SHIP_BACKINGS, SHIP_KINDS } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { CalendarDate, Instant } from '../time.ts'
import { ProjectReference } from './project-reference.ts'
import { ReceiptSource } from './receipt.ts'

/** What a ship counts as; the weekly ones stand for all of their week. */
export const COUNTS_AS = [
  'release',
  'prerelease_week',
  'feature',
  'integration',
  'docs',
  'code_week',
  'follow_up_deployment',
  'upgrade',
] as const

/** Why a ship counts as nothing; `not_evaluated` while no evaluation has looked at it. */
export const NOT_COUNTED_REASONS = [
  'not_evaluated',
  'withdrawn',
  'source_not_counted',
  'self_reported',
  'future_date',
  'code_week_not_read',
  'no_human_commit',
  'no_substantive_change',
  'package_copy',
  'same_repository_and_day',
  'same_week',
  'same_second',
] as const

const CodeWeek = Type.Object(
  {
    weekStart: CalendarDate,
    complete: Type.Boolean({ description: 'False: the week still runs, or was not read to its end' }),
    commits: Type.Integer({ minimum: 0, description: "Commits by a person's hand" }),
    partial: Type.Boolean({ description: 'The listing had more: the count is a floor' }),
    readTo: Instant,
  },
  { $id: 'CodeWeek', title: 'CodeWeek' },
)

/** Something a project brought out, with its source. An absent field is unknown or does not apply to its kind. */
export const Ship = Type.Object(
  {
    evidenceId: EvidenceId,
    project: ProjectReference,
    kind: oneOf(SHIP_KINDS),
    title: Type.String({ maxLength: 300, description: 'As recorded' }),
    displayTitle: Type.String({ maxLength: 300, description: "In today's wording" }),
    version: Type.Optional(Type.String({ maxLength: 300 })),
    url: Type.Optional(Type.String({ format: 'uri' })),
    occurredAt: Instant,
    precision: oneOf(CHANGE_PRECISIONS),
    detectedAt: Instant,
    backing: oneOf(SHIP_BACKINGS, 'How far the ship rests on its source'),
    source: ReceiptSource,
    countsAs: nullable(oneOf(COUNTS_AS, 'Null while it counts as nothing')),
    notCountedReason: Type.Optional(oneOf(NOT_COUNTED_REASONS, 'Why countsAs is null')),
    codeWeek: Type.Optional(CodeWeek),
  },
  { $id: 'Ship', title: 'Ship' },
)
export type Ship = Static<typeof Ship>

/** A page of ships, newest first. */
export const ShipPage = Type.Object(
  {
    ships: Type.Array(Ship, { maxItems: 48 }),
    nextOffset: nullable(Type.Integer({ minimum: 1, description: 'The next page; null at the end' })),
    ignoredParameters: Type.Array(Type.String(), { description: 'Parameters this endpoint does not read' }),
    disclaimer: Type.String(),
  },
  { $id: 'ShipPage', title: 'ShipPage' },
)
export type ShipPage = Static<typeof ShipPage>
