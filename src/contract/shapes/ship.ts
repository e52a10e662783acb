import { type Static, Type } from 'typebox'
import {
  ChangePrecision,
  described,
  namedList,
  namedObject,
  nullable,
  ShipBacking,
  ShipKind,
} from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { IgnoredParameters, NextOffset, Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { ReceiptSource } from './receipt.ts'
import { CalendarDate, Instant } from './time.ts'

/** What a ship counts as. A weekly ship counts once for its whole week. */
const CountsAs = namedList('CountsAs', [
  'release',
  'prerelease_week',
  'feature',
  'integration',
  'docs',
  'code_week',
  'follow_up_deployment',
  'upgrade',
])

/** Why a ship does not count; `not_evaluated` before its first evaluation. */
const NotCountedReason = namedList('NotCountedReason', [
  'not_evaluated',
  'withdrawn',
  'source_not_counted',
  'self_reported',
  'future_date',
  'code_week_not_read',
  'no_human_commit',
  'no_substantive_change',
  'package_copy',
  'adds_nothing',
  'templated_release',
  'same_repository_and_day',
  'same_week',
  'same_day',
  'same_second',
  'same_upgrade',
])

/** The commit counts of one week. */
export const CodeWeek = namedObject('CodeWeek', {
  weekStart: CalendarDate,
  complete: Type.Boolean({ description: 'False: the week has not ended, or was not read to its end' }),
  commits: Type.Integer({ minimum: 0, description: 'Commits by people, without scripts' }),
  partial: Type.Boolean({ description: 'The listing was cut off: the count is a minimum' }),
  readTo: Instant,
})

/** Something that a project released, with its source. An absent field is unknown or does not apply to its kind. */
export const Ship = namedObject('Ship', {
  evidenceId: EvidenceId,
  project: ProjectReference,
  kind: ShipKind,
  title: Type.String({ maxLength: 300, description: 'As recorded' }),
  displayTitle: Type.String({ maxLength: 300, description: "In today's wording" }),
  version: Type.Optional(Type.String({ maxLength: 300 })),
  url: Type.Optional(Url),
  occurredAt: nullable(described(Instant, 'Null when no source dates the ship')),
  precision: ChangePrecision,
  detectedAt: Instant,
  backing: described(ShipBacking, 'How well the ship is supported by its source'),
  source: ReceiptSource,
  countsAs: nullable(described(CountsAs, 'Null while it does not count')),
  notCountedReason: Type.Optional(described(NotCountedReason, 'Why countsAs is null')),
  codeWeek: Type.Optional(CodeWeek),
})
export type Ship = Static<typeof Ship>

/** A list of ships, newest first. */
export const ShipList = namedObject('ShipList', {
  items: Type.Array(Ship, { maxItems: 48 }),
  total: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Number of recorded ships that match; absent where it is not known',
    }),
  ),
  nextOffset: NextOffset,
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type ShipList = Static<typeof ShipList>
