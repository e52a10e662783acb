import { DISCLAIMERS } from '../disclaimers.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { Dossier } from '../shapes/dossier.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { exampleScoringVersion, marketId, repository } from './example-lumen.ts'
import { exampleClaims, exampleProjectCard } from './example-projects.ts'
import { exampleRelease } from './ships.ts'

const read = toInstant('2026-11-20T09:50:00Z')

/** The dossier of the examples' project. */
export const exampleDossier: Dossier = {
  ...exampleProjectCard,
  statusHelp:
    'The newest meaningful ship is at most 7 days old; one day of grace and time without readings do not count.',
  tokenVerificationReason: 'site_names_token',
  sources: [
    {
      ...repository,
      establishedOn: '2026-08-01' as CalendarDate,
      establishedStatement: 'The site links the repository and the repository links the site.',
      counted: true,
      attachedAt: toInstant('2026-08-12T12:00:00Z'),
      lastReadAt: read,
    },
  ],
  market: {
    status: 'LIVE',
    observedAt: read,
    valuation: { value: 1_250_000, kind: 'fdv', provider: 'dexscreener', observedAt: read },
    readings: [
      {
        provider: 'dexscreener',
        observedAt: read,
        priceUsd: 0.0125,
        liquidityUsd: 84_000,
        valuation: { value: 1_250_000, kind: 'fdv' },
        source: marketId,
      },
    ],
  },
  coverage: {
    building: { state: 'MEASURED', observedAt: read },
    contracts: { state: 'NO_SOURCE' },
    verified_source: { state: 'NOT_ENOUGH_YET' },
    market: { state: 'MEASURED', observedAt: read },
    locks: { state: 'MEASURED', observedAt: read },
    token_verification: { state: 'MEASURED', observedAt: read },
  },
  newestShips: [exampleRelease],
  score: {
    ...{ buildMomentum: 67.5, momentumPercentile: 81, attentionPercentile: 34, discoveryGap: 47 },
    ...{ underTheRadar: { value: 'HELD' }, rankedAt: read, scoringVersion: exampleScoringVersion },
  },
  changesUrl: 'https://svc.example/api/changes?project=lumen',
  badgeUrl: 'https://svc.example/badge/lumen.svg',
  claims: exampleClaims,
  disclaimer: DISCLAIMERS.dossier,
}

export const project = definePublicRead({
  name: 'project',
  operationId: 'getProject',
  path: '/api/projects/{slug}',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Dossier,
  tag: 'Projects',
  summary: 'Get the dossier of a project',
  description:
    'The identity of a project, its token, every registered source and how it was attributed to the project, the market by provider, the activity status with its evidence, coverage, and the newest ships. A former slug answers 308. A hidden project answers like one that never existed.',
  examples: [
    { name: 'shipping', summary: 'A project that ships', input: { slug: 'lumen' }, answer: exampleDossier },
  ],
})
