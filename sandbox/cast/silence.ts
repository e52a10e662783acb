import {
  launchOn,
  listedAs,
  marketIn,
  packageFrom,
  people,
  pool,
  registryInUse,
  releaseTrain,
  siteAt,
} from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members that demonstrate silence or a source that cannot be read. Most have no background events. */
export const silence: readonly CastMember[] = [
  {
    slug: 'quillpad',
    demonstrates: 'quiet: nothing since 50 days, its source readable',
    background: [],
    repositories: [
      {
        fullName: 'quillpad/quillpad',
        createdDay: -280,
        stars: 1_480,
        homepage: 'https://quillpad.example',
        description: 'Signed notes for multisigs.',
        streams: [people('orla-venn', { from: -119, to: -50, perWeek: 5 })],
        releases: releaseTrain({ tag: 'v2.{n}.0', from: -112, to: -50, every: 20 }),
      },
    ],
    chain: [launchOn(-105, { symbol: 'QUIL', name: 'Quillpad' })],
    markets: [
      listedAs(
        'quillpad',
        marketIn(
          'QUIL',
          pool({ priceUsd: 0.0031, liquidityUsd: 14_300, volume24hUsd: 520, circulatingShare: 0.6 }),
        ),
      ),
    ],
    site: siteAt('quillpad.example', {
      title: 'Quillpad',
      tagline: 'Signed notes for multisigs.',
      repository: 'quillpad/quillpad',
      tokenLine: 'QUIL token contract: @token',
    }),
    packages: [
      packageFrom('quillpad', {
        repository: 'quillpad/quillpad',
        monthlyDownloads: 380,
        version: '2.4.0',
        day: -50,
      }),
    ],
  },
  {
    slug: 'slatehouse',
    demonstrates:
      'dormant: the last commit 96 days ago, its source readable; two months of UNKNOWN first; its site, gone for nine days, stays what last named its token (STALE)',
    background: [],
    repositories: [
      {
        fullName: 'slatehouse/slate',
        createdDay: -420,
        stars: 71,
        homepage: 'https://slatehouse.example',
        description: 'Rental ledgers on chain.',
        streams: [people('petra-lund', { from: -119, to: -96, perWeek: 6 })],
        releases: [
          { tag: 'v1.4.0', day: -117 },
          { tag: 'v1.5.0', day: -98 },
        ],
      },
    ],
    chain: [launchOn(-118, { symbol: 'SLTE', name: 'Slatehouse' })],
    markets: [marketIn('SLTE', pool({ priceUsd: 0.00031, liquidityUsd: 6_100, volume24hUsd: 0 }))],
    site: siteAt('slatehouse.example', {
      title: 'Slatehouse',
      tagline: 'Rental ledgers on chain.',
      repository: 'slatehouse/slate',
      tokenLine: 'SLTE is the contract @token',
      more: { downSince: -9 },
    }),
    packages: [
      packageFrom('slate-ledger', {
        repository: 'slatehouse/slate',
        monthlyDownloads: 44,
        version: '1.5.0',
        day: -98,
      }),
    ],
  },
  {
    slug: 'emberline',
    demonstrates: 'resumed: silent from day -68 to day -6, then shipping again',
    background: ['commit'],
    repositories: [
      {
        fullName: 'emberline/ember',
        createdDay: -500,
        stars: 205,
        homepage: 'https://emberline.example',
        description: 'Fire-and-forget order relays.',
        streams: [
          people('cass-ito', { from: -119, to: -68, perWeek: 4 }),
          people('cass-ito', { from: -6, to: -0.3, perWeek: 12 }),
        ],
        releases: [
          { tag: 'v3.0.0', day: -113 },
          { tag: 'v3.1.0', day: -5.6 },
        ],
      },
    ],
    chain: [launchOn(-110, { symbol: 'EMBR', name: 'Emberline' })],
    markets: [
      listedAs(
        'emberline',
        marketIn(
          'EMBR',
          pool({ priceUsd: 0.019, liquidityUsd: 51_000, volume24hUsd: 7_700, circulatingShare: 0.51 }),
        ),
      ),
    ],
    site: siteAt('emberline.example', {
      title: 'Emberline',
      tagline: 'Fire-and-forget order relays.',
      repository: 'emberline/ember',
      tokenLine: 'Contract of EMBR: @token',
    }),
    packages: [
      packageFrom('@emberline/relay', {
        repository: 'emberline/ember',
        monthlyDownloads: 900,
        version: '3.1.0',
        day: -5.5,
      }),
    ],
  },
  {
    slug: 'parley',
    demonstrates: 'no repository: a site and a token only',
    background: ['market', 'call'],
    chain: [launchOn(-88, { symbol: 'PRLY', name: 'Parley' }), ...registryInUse(-80, { every: 4 })],
    markets: [
      listedAs(
        'parley',
        marketIn(
          'PRLY',
          pool({ priceUsd: 0.007, liquidityUsd: 29_000, volume24hUsd: 3_300, circulatingShare: 0.8 }),
        ),
      ),
    ],
    site: siteAt('parley.example', {
      title: 'Parley',
      tagline: 'Dispute rooms for marketplaces.',
      tokenLine: 'PRLY: @token',
      more: { sections: ['/rooms', '/fees'], llms: ['[Rooms](https://parley.example/rooms)'] },
    }),
  },
  {
    slug: 'driftwood',
    demonstrates: 'its repository answers 404',
    background: [],
    repositories: [
      {
        fullName: 'driftwood-fi/driftwood',
        createdDay: -240,
        stars: 20,
        gone: true,
        streams: [people('ben-okafor', { from: -110, to: -30, perWeek: 3 })],
      },
    ],
    chain: [launchOn(-99, { symbol: 'DRFT', name: 'Driftwood' })],
    markets: [marketIn('DRFT', pool({ priceUsd: 0.00009, liquidityUsd: 2_050, volume24hUsd: 90 }))],
    site: siteAt('driftwood.example', {
      title: 'Driftwood',
      tagline: 'Lending against slow assets.',
      repository: 'driftwood-fi/driftwood',
      tokenLine: 'DRFT token: @token',
    }),
  },
  {
    slug: 'oldmill',
    demonstrates: 'an archived repository',
    background: [],
    repositories: [
      {
        fullName: 'oldmill/mill',
        createdDay: -700,
        stars: 4_100,
        archived: true,
        homepage: 'https://oldmill.example',
        description: 'Batch settlement, kept for reference.',
        streams: [people('hana-reyes', { from: -119, to: -101, perWeek: 4 })],
        releases: [{ tag: 'v5.0.0', day: -102 }],
      },
    ],
    site: siteAt('oldmill.example', {
      title: 'Old Mill',
      tagline: 'Batch settlement.',
      repository: 'oldmill/mill',
    }),
    packages: [
      packageFrom('oldmill', {
        repository: 'oldmill/mill',
        monthlyDownloads: 2_300,
        version: '5.0.0',
        day: -102,
      }),
    ],
  },
  {
    slug: 'blankslate',
    demonstrates: 'an empty repository: commits answer 409',
    background: [],
    repositories: [
      {
        fullName: 'blankslate-dev/blankslate',
        createdDay: -21,
        stars: 3,
        homepage: 'https://blankslate.example',
      },
    ],
    site: siteAt('blankslate.example', {
      title: 'Blankslate',
      tagline: 'Coming soon: forms for treasuries.',
      repository: 'blankslate-dev/blankslate',
    }),
  },
  {
    slug: 'brackenfold',
    demonstrates:
      'a repository for which the host refuses our key, whatever is asked of it: it was never read',
    background: [],
    repositories: [
      {
        fullName: 'brackenfold/fold',
        createdDay: -260,
        stars: 17,
        refused: true,
        homepage: 'https://brackenfold.example',
      },
    ],
    site: siteAt('brackenfold.example', {
      title: 'Brackenfold',
      tagline: 'Shared pens for small funds.',
      repository: 'brackenfold/fold',
    }),
  },
  {
    slug: 'foxglove',
    demonstrates: 'has a name only: not researched, without a source or a token',
    background: [],
  },
]
