import { DISCLAIMERS } from '../disclaimers.ts'
import type { Slug } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { claims, slugs } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { required } from '../parameter.ts'
import { type ComparedProject, Comparison } from '../shapes/comparison.ts'
import { toInstant } from '../time.ts'
import { exampleScoringVersion } from './example-lumen.ts'
import { exampleProjectCard } from './example-projects.ts'

const rankedAt = toInstant('2026-11-20T09:50:00Z')

const shipping: ComparedProject = {
  ...exampleProjectCard,
  score: {
    ...{ buildMomentum: 67.5, momentumPercentile: 81, attentionPercentile: 34, discoveryGap: 47 },
    ...{ underTheRadar: { value: 'HELD' }, rankedAt, scoringVersion: exampleScoringVersion },
  },
  radar: { rank: 3, score: 87.9, rankedAt },
  coverage: {
    building: { state: 'MEASURED', observedAt: rankedAt },
    contracts: { state: 'NO_SOURCE' },
    verified_source: { state: 'NOT_ENOUGH_YET' },
    market: { state: 'MEASURED', observedAt: rankedAt },
    locks: { state: 'MEASURED', observedAt: rankedAt },
    token_verification: { state: 'MEASURED', observedAt: rankedAt },
  },
}
const unread: ComparedProject = {
  slug: 'ember' as Slug,
  name: 'Ember',
  url: 'https://svc.example/projects/ember',
  status: 'UNKNOWN',
  statusLabel: 'Unknown',
  activityMeasured: false,
  publishedAt: toInstant('2026-11-19T12:00:00Z'),
  score: {
    ...{ underTheRadar: { value: 'NOT_MEASURED', reason: 'not_scored' } },
    scoringVersion: exampleScoringVersion,
  },
  coverage: {
    building: { state: 'NOT_ENOUGH_YET' },
    contracts: { state: 'NOT_ENOUGH_YET' },
    verified_source: { state: 'NOT_ENOUGH_YET' },
    market: { state: 'NOT_ENOUGH_YET' },
    locks: { state: 'NOT_ENOUGH_YET' },
    token_verification: { state: 'NOT_ENOUGH_YET' },
  },
}

export const compare = definePublicRead({
  name: 'compare',
  operationId: 'compareProjects',
  path: '/api/compare',
  input: { path: {}, query: { slugs: required(slugs(LIMITS.compared)), claims: claims() } },
  output: Comparison,
  tag: 'Projects',
  summary: 'Compare projects side by side',
  description:
    "Two to four published projects in the order asked, each with its card, its score, its rank on the Radar and its coverage: the same values as on the project's own pages, without a winner. A former slug stands for its project; two slugs of one project are refused. With an unknown or hidden project the answer is 404, and detail.missing names the slugs.",
  examples: [
    {
      name: 'two',
      summary: 'A project that ships beside one that was never read',
      input: { slugs: 'lumen,ember', claims: 'none' },
      answer: { items: [shipping, unread], ignoredParameters: [], disclaimer: DISCLAIMERS.comparison },
    },
  ],
})
