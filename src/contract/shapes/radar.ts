import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  CoverageState,
  described,
  namedList,
  namedObject,
  nullable,
  ResearchLevel,
} from '../enums.ts'
import { IgnoredParameters, NextOffset, OptionalClaims } from './fields.ts'
import { LastShip } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

/** The lists of the Radar. Each list has the projects with a score that match its name. */
export const RadarFilter = namedList('RadarFilter', [
  'all',
  'shipping',
  'verified',
  'under-the-radar',
  'accelerating',
  'with-use',
])
export type RadarFilter = Static<typeof RadarFilter>

const RadarUnavailable = namedList('RadarUnavailable', ['not_measured'])

const Hundred = { minimum: 0, maximum: 100 }
const Weight = nullable(
  Type.Number({ minimum: 0, maximum: 1, description: 'Share in the score; null while not measured' }),
)
const PartState = described(CoverageState, 'MEASURED, or why the part is unknown')
const Percentile = nullable(
  Type.Number({
    ...Hundred,
    description:
      'Share of the other projects with a Radar score that are lower; the Discovery Gap has another cohort. Null while not measured',
  }),
)

const AssumedPoints = Type.Optional(
  Type.Number({
    ...Hundred,
    description: 'Points while the part is unknown: the lowest known',
  }),
)

const RadarBuilding = namedObject('RadarBuilding', {
  state: PartState,
  weight: Weight,
  percentile: Percentile,
  buildMomentum: nullable(Type.Number(Hundred)),
  asOf: Type.Optional(
    described(
      Instant,
      'The end of the time that `buildMomentum` covers, where that is before its evaluation',
    ),
  ),
})
const RadarUse = namedObject('RadarUse', {
  state: described(CoverageState, 'As in the snapshot'),
  weight: Weight,
  percentile: Percentile,
  calls: nullable(
    Type.Integer({
      minimum: 0,
      description: "Decoded calls to the project's own functions over seven complete days",
    }),
  ),
  assumedPoints: AssumedPoints,
})
const RadarResearch = namedObject('RadarResearch', {
  state: PartState,
  weight: Weight,
  points: nullable(
    Type.Integer({ ...Hundred, description: 'VERIFIED_BUILDER 100, RESEARCHED 50, INDEXED 0' }),
  ),
  level: nullable(ResearchLevel),
  assumedPoints: AssumedPoints,
})

const WithoutUnknown = namedObject('RadarWithoutUnknown', {
  score: Type.Number({ ...Hundred, description: 'The measured parts alone, which share the whole weight' }),
  rank: Type.Integer({ minimum: 1, description: 'Rank that this score would have' }),
})

const EarlierRank = namedObject('EarlierRank', {
  day: described(CalendarDate, 'The rank is that of the first ranking of this day'),
  rank: Type.Integer({ minimum: 1 }),
  change: Type.Integer({ description: 'Ranks gained since; negative when ranks were lost' }),
})

/** A project on the Radar. An absent field is unknown. */
export const RadarItem = namedObject('RadarItem', {
  project: ProjectReference,
  rank: Type.Integer({
    minimum: 1,
    description: 'Rank among all projects with a score, whatever the filter',
  }),
  score: Type.Number(Hundred),
  parts: Type.Object({ building: RadarBuilding, use: RadarUse, research: RadarResearch }),
  withoutUnknown: Type.Optional(
    described(WithoutUnknown, 'Score and rank without the unknown parts; absent when every part is measured'),
  ),
  sevenDaysAgo: Type.Optional(described(EarlierRank, 'Absent while that day is not recorded')),
  thirtyDaysAgo: Type.Optional(described(EarlierRank, 'Absent while that day is not recorded')),
  status: described(ActivityStatus, 'UNKNOWN is not inactive'),
  statusLabel: Type.String({ description: 'The status in words; show it unchanged' }),
  activityMeasured: Type.Boolean({ description: 'False: an unknown status is not a finding' }),
  researchLevel: Type.Optional(ResearchLevel),
  verifiedBuilder: Type.Optional(Type.Boolean({ description: 'Verified as a builder' })),
  lastShip: Type.Optional(LastShip),
  claims: OptionalClaims,
})
export type RadarItem = Static<typeof RadarItem>

/** A project of the Radar as a line of an export. Each line has the time and the rule of its rank. */
export const RadarLine = namedObject('RadarLine', {
  ...RadarItem.properties,
  asOf: described(Instant, 'When the projects were ranked'),
  rule: Type.String({ description: 'Rule with its version' }),
})
export type RadarLine = Static<typeof RadarLine>

/** A list of the Radar. While `available` is false the list is unknown, not empty. */
export const RadarList = namedObject('RadarList', {
  items: Type.Array(RadarItem, { maxItems: 200 }),
  available: Type.Boolean({ description: 'False: the list cannot be produced; it is not empty' }),
  reason: Type.Optional(described(RadarUnavailable, 'Why it cannot be produced')),
  total: nullable(Type.Integer({ minimum: 0, description: 'Number of projects that match the filters' })),
  nextOffset: NextOffset,
  asOf: Type.Optional(described(Instant, 'When the projects were ranked')),
  rule: Type.Optional(Type.String({ description: 'Rule with its version' })),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type RadarList = Static<typeof RadarList>
