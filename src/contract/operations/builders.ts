import { DISCLAIMERS } from '../disclaimers.ts'
import { LIMITS } from '../limits.ts'
import { choice, claims, searchWords } from '../list-parameters.ts'
import { definePublicRead } from '../operation.ts'
import { defaulted, optional, wholeNumber } from '../parameter.ts'
import { RadarFilter, RadarPage } from '../shapes/radar.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { derivedBy, lastRelease, lumen, releaseId, repository } from './example-lumen.ts'

const example: RadarPage = {
  items: [
    {
      project: lumen,
      rank: 3,
      score: 72.8,
      parts: {
        building: { state: 'MEASURED', weight: 0.65, percentile: 85.1, buildMomentum: 67.5 },
        use: { state: 'NO_SOURCE', weight: null, percentile: null, calls: null, assumedPoints: 12.5 },
        research: { state: 'MEASURED', weight: 0.15, points: 100, level: 'VERIFIED_BUILDER' },
      },
      withoutUnknown: { score: 87.9, rank: 2 },
      sevenDaysAgo: { day: '2026-11-13' as CalendarDate, rank: 5, change: 2 },
      status: 'SHIPPING',
      statusLabel: 'Shipping',
      activityMeasured: true,
      researchLevel: 'VERIFIED_BUILDER',
      verifiedBuilder: true,
      lastShip: lastRelease,
      claims: {
        radar: derivedBy('radar@2', releaseId, repository.id),
        status: derivedBy('activity.status@3', releaseId),
        researchLevel: derivedBy('research.level@2', repository.id),
        lastShip: derivedBy('ships.counted@5', releaseId),
      },
    },
  ],
  available: true,
  total: 12,
  nextOffset: 1,
  asOf: toInstant('2026-11-20T10:00:00Z'),
  rule: 'radar@2',
  ignoredParameters: [],
  disclaimer: DISCLAIMERS.radar,
}

export const builders = definePublicRead({
  name: 'builders',
  operationId: 'listBuilders',
  path: '/api/builders',
  input: {
    path: {},
    query: {
      filter: defaulted(
        choice(
          RadarFilter,
          'all; shipping: status SHIPPING; verified: research level VERIFIED_BUILDER; under-the-radar; accelerating: has a standing signal; with-use: has decoded calls in its last seven days',
        ),
        'all',
      ),
      q: optional(
        searchWords(
          LIMITS.radarQuery,
          'Words; each begins a word of the name, symbol, slug, former slug or contract',
        ),
      ),
      claims: claims(),
      limit: defaulted(wholeNumber(LIMITS.radarPage, 'Projects a page'), LIMITS.radarPage.default),
      offset: defaulted(wholeNumber(LIMITS.offset, 'Projects to skip; follow nextOffset'), 0),
    },
  },
  output: RadarPage,
  tag: 'All projects',
  summary: 'List builders by the Radar',
  description:
    'Published projects with a Radar score, best rank first: verified development, on-chain use and research standing, each part with its weight. An unknown part says why and has the points of the least measured project; `withoutUnknown` is the score and rank without it. Price, payment and holding a token are no input. The ranks of seven and thirty days ago are absent where they were not recorded. Until the projects are ranked the list answers available false.',
  examples: [
    {
      name: 'shipping',
      summary: 'Projects that ship now',
      input: { filter: 'shipping', limit: '1' },
      answer: example,
    },
    {
      name: 'notMeasured',
      summary: 'Before the first ranking the list is unknown, not empty',
      input: {},
      answer: {
        items: [],
        ...{ available: false, reason: 'not_measured', total: null, nextOffset: null },
        ...{ ignoredParameters: [], disclaimer: DISCLAIMERS.radar },
      },
    },
  ],
})
