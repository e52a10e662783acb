import { launchOn, listedAs, marketIn, packageFrom, people, pool, releaseTrain, siteAt } from './patterns.ts'
import type { CastMember } from './plan.ts'

/** Members with a changed name, repository or state, or with a state that is not public. */
export const names: readonly CastMember[] = [
  {
    slug: 'larkspur',
    demonstrates: 'a renamed slug: lark-protocol before',
    background: ['commit', 'release'],
    repositories: [
      {
        fullName: 'larkspur-labs/larkspur',
        createdDay: -360,
        stars: 256,
        homepage: 'https://larkspur.example',
        description: 'Readable receipts.',
        streams: [people('edda-wynn', { from: -119, to: -0.4, perWeek: 8 })],
        releases: releaseTrain({ tag: 'v2.{n}.0', from: -113, to: -5, every: 9 }),
      },
    ],
    chain: [launchOn(-109, { symbol: 'LARK', name: 'Larkspur' })],
    markets: [
      listedAs(
        'larkspur',
        marketIn(
          'LARK',
          pool({ priceUsd: 0.028, liquidityUsd: 76_000, volume24hUsd: 12_500, circulatingShare: 0.57 }),
        ),
      ),
    ],
    site: siteAt('larkspur.example', {
      title: 'Larkspur',
      tagline: 'Readable receipts.',
      repository: 'larkspur-labs/larkspur',
      tokenLine: 'LARK: @token',
    }),
    packages: [
      packageFrom('larkspur', {
        repository: 'larkspur-labs/larkspur',
        monthlyDownloads: 3_900,
        version: '2.12.0',
        day: -5,
      }),
    ],
  },
  {
    slug: 'tidewright',
    demonstrates:
      'a repository renamed on the host: the registered name answers 301; its site still links that name, so nothing verifies the link',
    shows: ['R25', 'R49'],
    background: ['commit'],
    repositories: [
      {
        fullName: 'tidewright/tide',
        formerNames: ['tidewright/tide-engine'],
        createdDay: -290,
        stars: 119,
        homepage: 'https://tidewright.example',
        description: 'Scheduling for keepers.',
        streams: [people('lotte-brand', { from: -119, to: -1.5, perWeek: 5 })],
        releases: releaseTrain({ tag: 'v1.{n}.0', from: -106, to: -9, every: 16 }),
      },
    ],
    site: siteAt('tidewright.example', {
      title: 'Tidewright',
      tagline: 'Scheduling for keepers.',
      repository: 'tidewright/tide-engine',
    }),
    packages: [
      packageFrom('tidewright', {
        repository: 'tidewright/tide',
        monthlyDownloads: 1_020,
        version: '1.7.0',
        day: -9,
      }),
    ],
  },
  {
    slug: 'graftwood',
    demonstrates: 'a fork with a long history that is not its own',
    shows: ['R86', 'R87'],
    background: ['commit'],
    repositories: [
      {
        fullName: 'graftwood/client',
        createdDay: -34,
        forkOf: { fullName: 'upstream-labs/client', author: 'upstream-maintainer' },
        stars: 21,
        homepage: 'https://graftwood.example',
        description: 'A light client, forked.',
        streams: [
          people('upstream-maintainer', { from: -119, to: -35, perWeek: 10 }),
          people('perrin-sole', { from: -33, to: -2.5, perWeek: 3 }),
        ],
      },
    ],
    site: siteAt('graftwood.example', {
      title: 'Graftwood',
      tagline: 'A light client.',
      repository: 'graftwood/client',
    }),
    packages: [
      packageFrom('graftwood', {
        repository: 'graftwood/client',
        monthlyDownloads: 88,
        version: '0.1.0',
        day: -30,
      }),
    ],
  },
  {
    slug: 'undertow',
    demonstrates: 'a draft that was never published',
    background: ['commit'],
    repositories: [
      {
        fullName: 'undertow-app/undertow',
        createdDay: -40,
        stars: 5,
        homepage: 'https://undertow.example',
        streams: [people('cyra-bell', { from: -39, to: -1, perWeek: 6 })],
        releases: [{ tag: 'v0.1.0', day: -7 }],
      },
    ],
    chain: [launchOn(-28, { symbol: 'UNDR', name: 'Undertow' })],
    site: siteAt('undertow.example', {
      title: 'Undertow',
      tagline: 'Surf reports, settled.',
      repository: 'undertow-app/undertow',
      tokenLine: 'UNDR: @token',
    }),
  },
  {
    slug: 'veilwork',
    demonstrates: 'a hidden project: it answers like one that never existed',
    background: ['release', 'commit'],
    repositories: [
      {
        fullName: 'veilwork/veil',
        createdDay: -140,
        stars: 31,
        homepage: 'https://veilwork.example',
        streams: [people('sasha-thorn', { from: -119, to: -0.8, perWeek: 5 })],
        releases: releaseTrain({ tag: 'v0.{n}.0', from: -100, to: -2, every: 14 }),
      },
    ],
    chain: [launchOn(-74, { symbol: 'VEIL', name: 'Veilwork' })],
    markets: [marketIn('VEIL', pool({ priceUsd: 0.006, liquidityUsd: 15_000, volume24hUsd: 1_100 }))],
    site: siteAt('veilwork.example', {
      title: 'Veilwork',
      tagline: 'Private memos.',
      repository: 'veilwork/veil',
      tokenLine: 'VEIL: @token',
    }),
  },
]
