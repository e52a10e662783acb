import { builds, launchOn, listedAs, marketIn, packageFrom, pool, siteAt } from './patterns.ts'
import type { CastMember } from './plan.ts'

const beforeTheFall = {
  priceUsd: 0.0031,
  liquidityUsd: 26_400,
  volume24hUsd: 2_900,
  buys24h: 9,
  sells24h: 8,
  fdvUsd: 310_000,
  marketCapUsd: 279_000,
}

const beforeTheQuarrel = { priceUsd: 0.004, liquidityUsd: 22_000, fdvUsd: 400_000, marketCapUsd: null }

/** Members that demonstrate markets: dead, thin, disputed or missing. */
export const markets: readonly CastMember[] = [
  {
    slug: 'cinderforge',
    demonstrates:
      'a market that died two days ago and a project that still builds: the valuation is withheld, activity is not touched',
    background: ['commit', 'release'],
    repositories: [
      builds('cinderforge/forge', { stars: 88, author: 'ruth-vale', site: 'cinderforge.example' }),
    ],
    chain: [launchOn(-103, { symbol: 'CNDR', name: 'Cinderforge' })],
    markets: [
      listedAs(
        'cinderforge',
        marketIn(
          'CNDR',
          pool({
            priceUsd: 0.0000021,
            liquidityUsd: 61,
            volume24hUsd: 0,
            circulatingShare: 0.9,
            more: { before: { day: -2, figures: beforeTheFall } },
          }),
        ),
      ),
    ],
    site: siteAt('cinderforge.example', {
      title: 'Cinderforge',
      tagline: 'Proof tooling for auditors.',
      repository: 'cinderforge/forge',
      tokenLine: 'CNDR: @token',
    }),
    packages: [
      packageFrom('cinderforge', {
        repository: 'cinderforge/forge',
        monthlyDownloads: 1_150,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'twinfalls',
    demonstrates: 'two market providers that have disagreed more than threefold since last night',
    background: ['commit'],
    repositories: [
      builds('twinfalls/falls', { stars: 77, author: 'noor-hadley', site: 'twinfalls.example' }),
    ],
    chain: [launchOn(-83, { symbol: 'TWFL', name: 'Twinfalls' })],
    markets: [
      listedAs(
        'twinfalls',
        marketIn(
          'TWFL',
          pool({
            priceUsd: 0.004,
            liquidityUsd: 22_000,
            volume24hUsd: 1_900,
            more: {
              geckoterminal: { priceUsd: 0.019, fdvUsd: 1_900_000, liquidityUsd: 98_000 },
              before: { day: -0.5, figures: beforeTheQuarrel },
            },
          }),
        ),
      ),
    ],
    site: siteAt('twinfalls.example', {
      title: 'Twinfalls',
      tagline: 'Paired hedges.',
      repository: 'twinfalls/falls',
      tokenLine: 'TWFL @token',
    }),
    packages: [
      packageFrom('twinfalls', {
        repository: 'twinfalls/falls',
        monthlyDownloads: 410,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'burrow',
    demonstrates: 'a token without any market: nobody has bought on the curve of its launch',
    background: ['commit'],
    repositories: [builds('burrow-net/burrow', { stars: 59, author: 'aya-strand', site: 'burrow.example' })],
    chain: [launchOn(-45, { symbol: 'BRRW', name: 'Burrow', onCurve: true })],
    site: siteAt('burrow.example', {
      title: 'Burrow',
      tagline: 'Relay nodes at home.',
      repository: 'burrow-net/burrow',
      tokenLine: 'BRRW is @token',
    }),
    packages: [
      packageFrom('burrow-node', {
        repository: 'burrow-net/burrow',
        monthlyDownloads: 260,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
  {
    slug: 'stillpond',
    demonstrates: 'a pool that holds only its own launch supply; half its figures are missing',
    background: [],
    repositories: [
      builds('stillpond/pond', { stars: 16, author: 'vera-holm', site: 'stillpond.example', until: -33 }),
    ],
    chain: [launchOn(-36, { symbol: 'POND', name: 'Stillpond' })],
    markets: [
      marketIn(
        'POND',
        pool({
          priceUsd: 0.001,
          liquidityUsd: 58_000,
          volume24hUsd: 0,
          more: {
            dexscreener: { volume24hUsd: null, fdvUsd: null },
            geckoterminal: { liquidityUsd: null, priceUsd: null },
            decoys: ['other_chain', 'quote_side'],
          },
        }),
      ),
    ],
    site: siteAt('stillpond.example', {
      title: 'Stillpond',
      tagline: 'Slow exchange.',
      repository: 'stillpond/pond',
      tokenLine: 'POND @token',
    }),
    packages: [
      packageFrom('stillpond', {
        repository: 'stillpond/pond',
        monthlyDownloads: 30,
        version: '0.5.0',
        day: -33,
      }),
    ],
  },
  {
    slug: 'rivulet',
    demonstrates: 'low liquidity, listed by one provider only; the page that names the token is forbidden',
    background: ['commit', 'market'],
    repositories: [builds('rivulet/rivulet', { stars: 93, author: 'finn-aldous', site: 'rivulet.example' })],
    chain: [launchOn(-77, { symbol: 'RVLT', name: 'Rivulet' })],
    markets: [
      marketIn(
        'RVLT',
        pool({ priceUsd: 0.0003, liquidityUsd: 1_850, volume24hUsd: 140, more: { geckoterminal: 'absent' } }),
      ),
    ],
    site: siteAt('rivulet.example', {
      title: 'Rivulet',
      tagline: 'Micro-payments by the second.',
      repository: 'rivulet/rivulet',
      tokenLine: 'RVLT: @token',
      more: { tokenPage: true, robots: ['User-agent: *', 'Disallow: /token'] },
    }),
    packages: [
      packageFrom('rivulet', {
        repository: 'rivulet/rivulet',
        monthlyDownloads: 530,
        version: '0.8.0',
        day: -10,
      }),
    ],
  },
]
