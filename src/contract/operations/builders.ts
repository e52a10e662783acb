import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choice, claims, searchWords } from '../parameters/list-parameters.ts'
import { cappedNumber, defaulted, optional, wholeNumber } from '../parameters/parameter.ts'
import { RadarFilter, RadarList } from '../shapes/radar.ts'
import examples from './examples/builders.json' with { type: 'json' }

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
      limit: defaulted(wholeNumber(LIMITS.radarItems, 'Projects in one answer'), LIMITS.radarItems.default),
      offset: defaulted(cappedNumber(LIMITS.offset, 'Projects to skip; follow nextOffset'), 0),
    },
  },
  output: RadarList,
  tag: 'All projects',
  summary: 'List builders by the Radar',
  description:
    'Published projects with a Radar score, best rank first: verified development, on-chain use and research standing, each part with its weight. An unknown part says why and counts like the lowest known; `withoutUnknown` is the score and rank without it. Price, payment and holding a token are no input. The ranks of seven and thirty days ago are absent where they were not recorded. Until the projects are ranked the list answers available false.',
  examples,
})
