import { type Static, Type } from 'typebox'
import { CoverageState, described, namedList, namedObject } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

const RelationAuthor = namedList('RelationAuthor', ['operator'])

/** A reviewed statement that one project builds on another; never a partnership or an on-chain interaction. */
export const BuiltOnLink = namedObject('BuiltOnLink', {
  project: described(ProjectReference, 'The other project'),
  statement: Type.String({ maxLength: 400 }),
  url: Type.Optional(described(Url, 'Where it is published')),
  statedOn: Type.Optional(CalendarDate),
  by: described(RelationAuthor, 'Who reviewed the statement'),
  evidenceId: EvidenceId,
  observedAt: Instant,
})
export type BuiltOnLink = Static<typeof BuiltOnLink>

const BuiltOnLinks = namedObject('BuiltOnLinks', {
  state: described(
    CoverageState,
    'NOT_RESEARCHED: no line was reviewed; that says nothing about the project',
  ),
  items: Type.Optional(Type.Array(BuiltOnLink, { minItems: 1, maxItems: LIMITS.projectRelations })),
  total: Type.Optional(Type.Integer({ minimum: 1 })),
  truncated: Type.Optional(Type.Boolean()),
})

/** The projects that a project builds on, and the projects that build on it. @source contract, Project reads */
export const BuiltOn = namedObject('BuiltOn', {
  project: ProjectReference,
  buildsOn: BuiltOnLinks,
  builtOnBy: BuiltOnLinks,
  disclaimer: Type.String(),
})
export type BuiltOn = Static<typeof BuiltOn>
