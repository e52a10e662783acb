import { launchOn, people, pool, registryInUse, releaseTrain } from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members that ship: daily, rarely, in bursts, or as packages only. */
export const shipping: readonly CastMember[] = [
  {
    slug: 'lumen',
    demonstrates: 'ships every day; both valuation kinds measured; verified token; evidence of every prefix',
    background: ['release', 'commit', 'call', 'market', 'package', 'star', 'deploy'],
    repositories: [
      {
        fullName: 'lumen-labs/lumen',
        createdDay: -300,
        stars: 412,
        homepage: 'https://lumen.example',
        description: 'Settlement rails with receipts.',
        streams: [
          people('ida-marsh', { from: -119, to: -0.05, perWeek: 16 }),
          people('tomas-oye', { from: -119, to: -0.2, perWeek: 9 }),
          { style: 'docs', author: 'ida-marsh', from: -110, to: -1, perWeek: 2 },
          { style: 'dependabot', author: 'dependabot[bot]', from: -110, to: -1, perWeek: 2 },
        ],
        releases: releaseTrain({ tag: 'v1.{n}.0', from: -118, to: -0.4, every: 2.1 }),
        files: { 'deployments/4663.json': '{ "LUM": "@token" }\n' },
      },
    ],
    chain: [
      launchOn(-114, { symbol: 'LUM', name: 'Lumen' }),
      ...registryInUse(-112, { every: 1 }),
      {
        day: -40,
        steps: [{ deploy: 'VaultV1', as: 'vault', verified: { day: -39, kind: 'full', sourcify: 'match' } }],
      },
      {
        every: 2,
        from: -38,
        to: -0.5,
        steps: [{ call: 'deposit', on: 'vault', args: [25], from: 'user-3' }],
      },
    ],
    markets: [
      {
        token: 'token',
        symbol: 'LUM',
        coingeckoId: 'lumen-settlement',
        pools: [
          pool({ priceUsd: 0.041, liquidityUsd: 310_000, volume24hUsd: 88_000, circulatingShare: 0.46 }),
          pool({
            priceUsd: 0.0412,
            liquidityUsd: 41_000,
            volume24hUsd: 9_000,
            circulatingShare: 0.46,
            dex: 'plainswap',
          }),
        ],
      },
    ],
    site: {
      host: 'lumen.example',
      title: 'Lumen',
      tagline: 'Settlement rails with receipts.',
      links: ['https://github.example/lumen-labs/lumen', 'https://docs.lumen.example'],
      tokenLines: ['The LUM token is @token on chain 4663.'],
      robots: ['User-agent: *', 'Disallow: /private'],
      sections: ['/docs', '/pricing', '/changelog', '/team'],
      laterSections: [{ path: '/status', day: -6 }],
      llms: ['[Docs](https://lumen.example/docs)', '[Changelog](https://lumen.example/changelog)'],
      security: { contact: 'mailto:security@lumen.example', expiresDay: 200 },
      openapiPaths: ['/v1/receipts', '/v1/quotes'],
      feed: {
        format: 'rss',
        posts: [
          {
            day: -33,
            title: 'Receipts in the explorer',
            path: '/blog/receipts',
            summary: 'Every settlement now links its receipt.',
          },
          {
            day: -12,
            title: 'Webhooks for receipts',
            path: '/blog/webhooks',
            summary: 'Subscribe to receipts by address.',
          },
          {
            day: -3,
            title: 'Integration: Larkspur reads Lumen receipts',
            path: '/blog/larkspur',
            summary: 'A joint release.',
          },
        ],
      },
    },
    packages: [
      {
        name: '@lumen-labs/sdk',
        repository: 'lumen-labs/lumen',
        monthlyDownloads: 18_400,
        versions: releaseTrain({ tag: '1.{n}.0', from: -117.9, to: -0.3, every: 2.1 }).map(
          ({ tag, day }) => ({ version: tag, day: day ?? 0 }),
        ),
      },
    ],
  },
  {
    slug: 'harborwatch',
    demonstrates:
      'active: the last release 12 days ago, commits most weeks; a launch that went through its stages',
    background: ['market', 'call', 'star'],
    repositories: [
      {
        fullName: 'harborwatch/harborwatch',
        createdDay: -260,
        stars: 96,
        homepage: 'https://harborwatch.example',
        description: 'Alerts for bridge queues.',
        streams: [people('nell-quist', { from: -119, to: -11.5, perWeek: 4 })],
        releases: releaseTrain({ tag: 'v0.{n}.0', from: -117, to: -12, every: 15, first: 4 }),
      },
    ],
    chain: [
      launchOn(-100, { symbol: 'HRBW', name: 'Harborwatch', onCurve: true }),
      { day: -99, steps: [{ curve: 'buy' }] },
      { day: -91, steps: [{ curve: 'graduate' }] },
      { day: -90, steps: [{ curve: 'fund' }] },
      ...registryInUse(-96, { every: 3 }),
    ],
    markets: [
      {
        token: 'token',
        symbol: 'HRBW',
        pools: [pool({ priceUsd: 0.0021, liquidityUsd: 18_200, volume24hUsd: 2_600, circulatingShare: 0.7 })],
      },
    ],
    site: {
      host: 'harborwatch.example',
      title: 'Harborwatch',
      tagline: 'Alerts for bridge queues.',
      links: ['https://github.example/harborwatch/harborwatch'],
      tokenLines: ['Token HRBW: @token'],
      robots: ['User-agent: *', 'Allow: /'],
      sections: ['/status', '/docs'],
    },
    packages: [
      {
        name: 'harborwatch',
        repository: 'harborwatch/harborwatch',
        monthlyDownloads: 640,
        versions: [{ version: '0.9.0', day: -40 }],
      },
    ],
  },
  {
    slug: 'polyquarry',
    demonstrates: 'a monorepo that releases many packages within seconds',
    background: ['commit', 'star'],
    repositories: [
      {
        fullName: 'polyquarry/quarry',
        createdDay: -400,
        stars: 1_310,
        homepage: 'https://polyquarry.example',
        description: 'Data pipelines for rollups, in one tree.',
        streams: [
          people('wren-adeyemi', { from: -119, to: -0.5, perWeek: 12 }),
          people('joss-tan', { from: -119, to: -1, perWeek: 10 }),
          { style: 'merge', author: 'wren-adeyemi', from: -119, to: -1, perWeek: 6 },
        ],
        releases: [-87, -58, -29, -4].flatMap((day, burst) =>
          Array.from({ length: 27 }, (_, place) => ({
            tag: `@polyquarry/part-${place + 1}@2.${burst}.0`,
            day: day + place / 86_400,
          })),
        ),
      },
    ],
    site: {
      host: 'polyquarry.example',
      title: 'Polyquarry',
      tagline: 'Data pipelines for rollups, in one tree.',
      links: ['https://github.example/polyquarry/quarry'],
      sections: ['/docs', '/benchmarks'],
      llms: ['[Docs](https://polyquarry.example/docs)'],
    },
    packages: [1, 2, 3].map((place) => ({
      name: `@polyquarry/part-${place}`,
      repository: 'polyquarry/quarry',
      monthlyDownloads: 40_000 / place,
      versions: [-87, -58, -29, -4].map((day, burst) => ({ version: `2.${burst}.0`, day: day + 0.001 })),
    })),
  },
  {
    slug: 'fastloom',
    demonstrates: 'twelve prereleases in one finished ISO week',
    background: ['prerelease', 'star'],
    repositories: [
      {
        fullName: 'fastloom/loom',
        createdDay: -190,
        stars: 58,
        homepage: 'https://fastloom.example',
        description: 'A nightly-built order router.',
        streams: [people('ansel-brook', { from: -119, to: -1, perWeek: 5 })],
        releases: [
          { tag: 'v0.3.0', day: -64 },
          ...Array.from({ length: 12 }, (_, place) => ({
            tag: `v0.4.0-nightly.${place + 1}`,
            week: { offset: -1, hour: 6 + place * 12 },
            prerelease: true as const,
          })),
        ],
      },
    ],
    chain: [launchOn(-60, { symbol: 'LOOM', name: 'Fastloom' })],
    markets: [
      {
        token: 'token',
        symbol: 'LOOM',
        pools: [pool({ priceUsd: 0.0004, liquidityUsd: 7_900, volume24hUsd: 410 })],
      },
    ],
    site: {
      host: 'fastloom.example',
      title: 'Fastloom',
      tagline: 'A nightly-built order router.',
      links: ['https://github.example/fastloom/loom'],
      tokenLines: ['LOOM is at @token.'],
    },
    packages: [
      {
        name: 'fastloom',
        repository: 'fastloom/loom',
        monthlyDownloads: 210,
        versions: [{ version: '0.3.0', day: -64 }],
      },
    ],
  },
  {
    slug: 'pebblekit',
    demonstrates: 'ships through an npm package alone; no repository is registered; no token',
    background: ['package', 'release'],
    site: {
      host: 'pebblekit.example',
      title: 'Pebblekit',
      tagline: 'Small wallet parts for front ends.',
      links: ['https://npm.example/package/pebblekit'],
      sections: ['/docs'],
      feed: {
        format: 'atom',
        posts: [
          {
            day: -25,
            title: 'Typed events',
            path: '/news/typed-events',
            summary: 'Every hook now has typed events.',
          },
          { title: 'A note without a date', path: '/news/undated', summary: 'The feed gives no date here.' },
        ],
      },
    },
    packages: [
      {
        name: 'pebblekit',
        monthlyDownloads: 5_120,
        versions: [-110, -84, -61, -35, -17, -6].map((day, place) => ({ version: `3.${place}.0`, day })),
      },
    ],
  },
]
