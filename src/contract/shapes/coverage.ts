import { type Static, Type } from 'typebox'
import {
  CoverageDimension,
  CoverageState,
  described,
  ExplainFact,
  namedList,
  namedObject,
  READING_OUTCOMES,
} from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { UnknownReasons } from './claim-note.ts'
import { IgnoredParameters, Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

const FailedOutcome = namedList(
  'FailedOutcome',
  READING_OUTCOMES.filter((outcome) => outcome !== 'fresh' && outcome !== 'not_modified'),
)

const STATED = {
  state: CoverageState,
  reason: Type.Optional(described(UnknownReasons, 'Why it is not measured; explain gives the same')),
  since: Type.Optional(described(Instant, 'When this was first concluded; absent before that')),
  asOf: Type.Optional(described(Instant, 'The last successful reading, or else the last evaluation')),
  meaning: Type.String({ description: 'One sentence on what the state means' }),
}

const UnreadStream = namedObject('UnreadStream', {
  source: EvidenceId,
  provider: Type.String(),
  stream: Type.String(),
  outcome: described(FailedOutcome, 'How the last attempt ended'),
  since: Type.Optional(described(Instant, 'Since when attempts fail')),
})

const CoverageItem = namedObject('CoverageItem', {
  dimension: CoverageDimension,
  ...STATED,
  unread: Type.Optional(
    Type.Array(UnreadStream, { minItems: 1, description: 'Streams whose last attempt read nothing' }),
  ),
})
export type CoverageItem = Static<typeof CoverageItem>

const CoverageFact = namedObject('CoverageFact', {
  fact: ExplainFact,
  ...STATED,
  url: described(Url, 'Its explanation'),
})
export type CoverageFact = Static<typeof CoverageFact>

const Freshness = namedObject('Freshness', {
  provider: Type.String(),
  stream: Type.String({ description: 'What is read' }),
  sources: Type.Integer({ minimum: 1, description: 'Sources with the stream, read or not' }),
  lastReadAt: Type.Optional(described(Instant, 'The last successful reading; absent before the first')),
  allReadAt: Type.Optional(
    described(Instant, 'Every source was read since; absent while one was never read'),
  ),
  lastTriedAt: Type.Optional(Instant),
})

/** How far a project is read, and what each state means. @source contract, Project reads */
export const ProjectCoverage = namedObject('ProjectCoverage', {
  project: ProjectReference,
  items: Type.Array(CoverageItem, { description: 'Every dimension' }),
  facts: Type.Array(CoverageFact, { description: 'Every derived fact that can be explained' }),
  freshness: Type.Array(Freshness, {
    description: 'The last successful reading of each provider and stream; empty while no source is read',
  }),
  asOf: Type.Optional(described(Instant, 'When it was last evaluated; absent before that')),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type ProjectCoverage = Static<typeof ProjectCoverage>
