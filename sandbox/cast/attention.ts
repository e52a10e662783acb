import {
  builds,
  launchOn,
  listedAs,
  marketIn,
  packageFrom,
  people,
  pool,
  releaseTrain,
  siteAt,
} from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members that demonstrate attention: much or little of it for what they have shipped. */
export const attention: readonly CastMember[] = [
  {
    slug: 'thistledown',
    demonstrates: 'ships every week and is hardly noticed: four stars, listed nowhere',
    background: ['commit', 'release'],
    repositories: [
      {
        fullName: 'thistledown/down',
        createdDay: -150,
        stars: 4,
        watchers: 1,
        homepage: 'https://thistledown.example',
        description: 'Airdrops that can be taken back.',
        streams: [people('signe-aro', { from: -119, to: -0.4, perWeek: 9 })],
        releases: releaseTrain({ tag: 'v0.{n}.0', from: -98, to: -1, every: 5 }),
      },
    ],
    chain: [launchOn(-64, { symbol: 'DOWN', name: 'Thistledown' })],
    markets: [marketIn('DOWN', pool({ priceUsd: 0.0006, liquidityUsd: 8_300, volume24hUsd: 370 }))],
    site: siteAt('thistledown.example', {
      title: 'Thistledown',
      tagline: 'Airdrops that can be taken back.',
      repository: 'thistledown/down',
      tokenLine: 'DOWN: @token',
    }),
    packages: [
      packageFrom('thistledown', {
        repository: 'thistledown/down',
        monthlyDownloads: 36,
        version: '0.20.0',
        day: -3,
      }),
    ],
  },
  {
    slug: 'wayfarrow',
    demonstrates: 'two people and a release every six days behind seven stars, listed nowhere',
    background: ['commit'],
    repositories: [
      {
        fullName: 'wayfarrow/router',
        createdDay: -134,
        stars: 7,
        watchers: 2,
        homepage: 'https://wayfarrow.example',
        description: 'Routes between small pools.',
        streams: [
          people('emil-sarto', { from: -119, to: -0.7, perWeek: 6 }),
          people('june-abara', { from: -80, to: -1.3, perWeek: 5 }),
        ],
        releases: releaseTrain({ tag: 'v1.{n}.0', from: -92, to: -2, every: 6 }),
      },
    ],
    chain: [launchOn(-58, { symbol: 'WAYF', name: 'Wayfarrow' })],
    markets: [marketIn('WAYF', pool({ priceUsd: 0.0022, liquidityUsd: 16_700, volume24hUsd: 1_250 }))],
    site: siteAt('wayfarrow.example', {
      title: 'Wayfarrow',
      tagline: 'Routes between small pools.',
      repository: 'wayfarrow/router',
      tokenLine: 'WAYF is @token',
    }),
  },
  {
    slug: 'sparrowgate',
    demonstrates:
      'noticed least of all, two stars and listed nowhere, for a release a fortnight: too little to be ahead of half the others',
    background: ['commit'],
    repositories: [
      builds('sparrowgate/gate', { stars: 2, author: 'odile-fenn', site: 'sparrowgate.example' }),
    ],
    chain: [launchOn(-49, { symbol: 'SPRW', name: 'Sparrowgate' })],
    markets: [marketIn('SPRW', pool({ priceUsd: 0.0001, liquidityUsd: 5_200, volume24hUsd: 240 }))],
    site: siteAt('sparrowgate.example', {
      title: 'Sparrowgate',
      tagline: 'Door lists for events.',
      repository: 'sparrowgate/gate',
      tokenLine: 'SPRW: @token',
    }),
  },
  {
    slug: 'gildcrown',
    demonstrates: 'much noticed and ships little: thousands of stars, listed, one release in two months',
    background: ['star', 'market'],
    repositories: [
      {
        fullName: 'gildcrown/crown',
        createdDay: -520,
        stars: 6_870,
        watchers: 410,
        homepage: 'https://gildcrown.example',
        description: 'Tournaments with a treasury.',
        streams: [people('rex-holloway', { from: -119, to: -16, perWeek: 1 })],
        releases: [
          { tag: 'v1.0.0', day: -82 },
          { tag: 'v1.0.1', day: -21 },
        ],
      },
    ],
    chain: [launchOn(-90, { symbol: 'GILD', name: 'Gildcrown' })],
    markets: [
      listedAs(
        'gildcrown',
        marketIn(
          'GILD',
          pool({ priceUsd: 0.61, liquidityUsd: 720_000, volume24hUsd: 350_000, circulatingShare: 0.33 }),
        ),
      ),
    ],
    site: siteAt('gildcrown.example', {
      title: 'Gildcrown',
      tagline: 'Tournaments with a treasury.',
      repository: 'gildcrown/crown',
      tokenLine: 'The GILD token is @token.',
    }),
  },
  {
    slug: 'palisade',
    demonstrates: 'noticed for what it once shipped: quiet since eight weeks, thousands of stars, listed',
    background: ['star'],
    repositories: [
      {
        fullName: 'palisade-fi/palisade',
        createdDay: -610,
        stars: 3_240,
        watchers: 190,
        homepage: 'https://palisade.example',
        description: 'Cover for bridges.',
        streams: [people('dana-whitlock', { from: -119, to: -56, perWeek: 3 })],
        releases: releaseTrain({ tag: 'v3.{n}.0', from: -115, to: -57, every: 24 }),
      },
    ],
    chain: [launchOn(-101, { symbol: 'PLSD', name: 'Palisade' })],
    markets: [
      listedAs(
        'palisade',
        marketIn(
          'PLSD',
          pool({ priceUsd: 0.09, liquidityUsd: 150_000, volume24hUsd: 21_000, circulatingShare: 0.6 }),
        ),
      ),
    ],
    site: siteAt('palisade.example', {
      title: 'Palisade',
      tagline: 'Cover for bridges.',
      repository: 'palisade-fi/palisade',
      tokenLine: 'PLSD token: @token',
    }),
  },
]
