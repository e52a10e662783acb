import { builds, launchOn, listedAs, marketIn, packageFrom, people, pool, siteAt } from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members that demonstrate tokens: their names, ownership and answers. */
export const tokens: readonly CastMember[] = [
  {
    slug: 'opaline',
    demonstrates: 'a valuation that is fully diluted only',
    background: ['market', 'commit'],
    repositories: [builds('opaline/opal', { stars: 150, author: 'dov-lark', site: 'opaline.example' })],
    chain: [launchOn(-92, { symbol: 'OPAL', name: 'Opaline' })],
    markets: [
      listedAs(
        'opaline',
        marketIn('OPAL', pool({ priceUsd: 0.11, liquidityUsd: 240_000, volume24hUsd: 61_000 })),
      ),
    ],
    site: siteAt('opaline.example', {
      title: 'Opaline',
      tagline: 'Private order previews.',
      repository: 'opaline/opal',
      tokenLine: 'The OPAL contract is @token.',
      more: { security: { contact: 'mailto:security@opaline.example', expiresDay: -9 } },
    }),
    packages: [
      packageFrom('@opaline/preview', {
        repository: 'opaline/opal',
        monthlyDownloads: 2_750,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'kitehouse',
    demonstrates: 'a mismatch: the site names another contract as its token',
    background: ['commit'],
    repositories: [builds('kitehouse/kite', { stars: 64, author: 'ilse-marden', site: 'kitehouse.example' })],
    chain: [
      launchOn(-86, { symbol: 'KITE', name: 'Kitehouse' }),
      { day: -70, steps: [{ launch: 'KITE2', as: 'other', name: 'Kitehouse Two', supply: 50_000_000 }] },
    ],
    markets: [
      marketIn('KITE', pool({ priceUsd: 0.0009, liquidityUsd: 11_000, volume24hUsd: 1_400 })),
      {
        token: 'other',
        symbol: 'KITE2',
        pools: [pool({ priceUsd: 0.02, supply: 50_000_000, liquidityUsd: 45_000, volume24hUsd: 6_000 })],
      },
    ],
    site: siteAt('kitehouse.example', {
      title: 'Kitehouse',
      tagline: 'Weather cover for farms.',
      repository: 'kitehouse/kite',
      tokenLine: 'Our token is KITE2 at @other.',
    }),
    packages: [
      packageFrom('kitehouse', {
        repository: 'kitehouse/kite',
        monthlyDownloads: 330,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'marlow',
    demonstrates: 'one of two tokens with the symbol WREN',
    background: ['commit', 'market'],
    repositories: [
      builds('marlow-works/marlow', { stars: 110, author: 'gwen-ashby', site: 'marlow.example' }),
    ],
    chain: [launchOn(-97, { symbol: 'WREN', name: 'Marlow Wren' })],
    markets: [
      listedAs(
        'marlow-wren',
        marketIn(
          'WREN',
          pool({ priceUsd: 0.0052, liquidityUsd: 32_000, volume24hUsd: 4_400, circulatingShare: 0.62 }),
        ),
      ),
    ],
    site: siteAt('marlow.example', {
      title: 'Marlow',
      tagline: 'Payroll streams.',
      repository: 'marlow-works/marlow',
      tokenLine: 'WREN: @token',
    }),
    packages: [
      packageFrom('marlow', {
        repository: 'marlow-works/marlow',
        monthlyDownloads: 720,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'wrenfield',
    demonstrates: 'the other token with the symbol WREN; the site does not name it',
    background: [],
    repositories: [builds('wrenfield/field', { stars: 38, author: 'otto-brandt', until: -20 })],
    chain: [launchOn(-55, { symbol: 'WREN', name: 'Wrenfield' })],
    markets: [marketIn('WREN', pool({ priceUsd: 0.00021, liquidityUsd: 5_600, volume24hUsd: 300 }))],
    site: siteAt('wrenfield.example', {
      title: 'Wrenfield',
      tagline: 'Seed vaults for guilds.',
      repository: 'wrenfield/field',
    }),
    packages: [
      packageFrom('wrenfield', {
        repository: 'wrenfield/field',
        monthlyDownloads: 95,
        version: '0.6.0',
        day: -20,
      }),
    ],
  },
  {
    slug: 'runestone',
    demonstrates: 'a token that answers name and symbol as bytes32; volume is not reported',
    background: ['commit'],
    repositories: [builds('runestone/runes', { stars: 45, author: 'eskil-rowe', site: 'runestone.example' })],
    chain: [
      {
        day: -66,
        steps: [
          {
            deploy: 'Bytes32Token',
            as: 'token',
            args: ['bytes32:Runestone', 'bytes32:RNST', 100_000_000_000_000_000n],
          },
        ],
      },
    ],
    markets: [
      marketIn(
        'RNST',
        pool({
          priceUsd: 0.0016,
          liquidityUsd: 12_400,
          volume24hUsd: 800,
          more: { dexscreener: { volume24hUsd: null }, geckoterminal: 'absent' },
        }),
      ),
    ],
    site: siteAt('runestone.example', {
      title: 'Runestone',
      tagline: 'Naming for vaults.',
      repository: 'runestone/runes',
      tokenLine: 'RNST: @token',
    }),
    packages: [
      packageFrom('runestone', {
        repository: 'runestone/runes',
        monthlyDownloads: 175,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'hollowreed',
    demonstrates:
      'only its own word: ten commits of a person in a self-reported repository, and a catalogue sentence that the deployer signed for the token',
    shows: ['R122', 'R123'],
    background: [],
    repositories: [
      {
        fullName: 'hollowreed/reed',
        createdDay: -80,
        stars: 9,
        description: 'Stamps for invoices.',
        streams: [people('ansel-korr', { from: -27, to: -3, perWeek: 3 })],
      },
    ],
    chain: [
      {
        day: -20.5,
        steps: [
          { deploy: 'LaunchToken', as: 'token', args: ['Hollowreed', 'REED', 'amount:1000000', '#user-1'] },
        ],
      },
    ],
  },
  {
    slug: 'fraction',
    demonstrates: 'a token whose decimals() reverts; liquidity is not reported',
    background: ['commit'],
    repositories: [
      builds('fraction-labs/fraction', { stars: 52, author: 'zeno-park', site: 'fraction.example' }),
    ],
    chain: [
      {
        day: -52,
        steps: [{ deploy: 'NoDecimalsToken', as: 'token', args: ['Fraction', 'FRAC', 21_000_000] }],
      },
    ],
    markets: [
      marketIn(
        'FRAC',
        pool({
          priceUsd: 0.2,
          supply: 21_000_000,
          liquidityUsd: 19_000,
          volume24hUsd: 700,
          more: { dexscreener: { liquidityUsd: null }, geckoterminal: 'absent' },
        }),
      ),
    ],
    site: siteAt('fraction.example', {
      title: 'Fraction',
      tagline: 'Shared ownership books.',
      repository: 'fraction-labs/fraction',
      tokenLine: 'FRAC: @token',
    }),
    packages: [
      packageFrom('fraction-books', {
        repository: 'fraction-labs/fraction',
        monthlyDownloads: 205,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'strays',
    demonstrates: 'tokens that no catalogued project claims; one borrows the symbol LUM',
    background: ['market'],
    chain: [
      launchOn(-48, { symbol: 'LUM', name: 'Lumen Classic' }),
      { day: -31, steps: [{ launch: 'FROG', as: 'frog', name: 'Frog Parade', supply: 1_000_000_000 }] },
      { day: -3, steps: [{ launch: 'LATE', as: 'late', name: 'Late Arrival', supply: 1_000_000 }] },
    ],
    markets: [marketIn('LUM', pool({ priceUsd: 0.00002, liquidityUsd: 900, volume24hUsd: 60 }))],
  },
]
