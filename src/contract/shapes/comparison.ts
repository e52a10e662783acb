import { type Static, Type } from 'typebox'
import { described, namedObject } from '../enums.ts'
import { DossierCoverage, DossierScore } from './dossier.ts'
import { IgnoredParameters } from './fields.ts'
import { ProjectCard } from './project-card.ts'
import { RadarItem } from './radar.ts'
import { Instant } from './time.ts'

const ComparedRadar = namedObject('ComparedRadar', {
  rank: RadarItem.properties.rank,
  score: RadarItem.properties.score,
  rankedAt: Instant,
})

/** One project of a comparison: its card, its score and its coverage, as they are shown elsewhere. */
export const ComparedProject = namedObject('ComparedProject', {
  ...ProjectCard.properties,
  score: DossierScore,
  radar: Type.Optional(described(ComparedRadar, 'Absent while the project has no rank')),
  coverage: DossierCoverage,
})
export type ComparedProject = Static<typeof ComparedProject>

/** Projects side by side, in the order in which they were asked for. */
export const Comparison = namedObject('Comparison', {
  items: Type.Array(ComparedProject, { maxItems: 4 }),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type Comparison = Static<typeof Comparison>
