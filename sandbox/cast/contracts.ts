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
import type { CastMember, ContractStep } from './plan.ts'

const verifiedOn = (day: number) => ({ day, kind: 'full', sourcify: 'exact_match' }) as const

/** Members that demonstrate contracts: proxies, beacons, clones and locks. */
export const contracts: readonly CastMember[] = [
  {
    slug: 'gantry',
    demonstrates:
      'an EIP-1967 proxy: upgraded, upgraded twice in one block, upgraded and put back in one transaction',
    shows: ['R83'],
    background: ['commit', 'upgrade', 'star'],
    repositories: [
      {
        fullName: 'gantry-protocol/gantry',
        createdDay: -310,
        stars: 187,
        homepage: 'https://gantry.example',
        description: 'Vaults that move.',
        streams: [people('maud-keller', { from: -119, to: -0.7, perWeek: 7 })],
        releases: releaseTrain({ tag: 'v4.{n}.0', from: -111, to: -3, every: 12 }),
      },
    ],
    chain: [
      launchOn(-108, { symbol: 'GNTR', name: 'Gantry' }),
      {
        day: -100,
        steps: [
          { deploy: 'ProxyKeeper', as: 'keeper' },
          { deploy: 'VaultV1', as: 'impl-1', verified: verifiedOn(-99) },
          { deploy: 'SlotProxy', as: 'proxy', args: ['@impl-1', '@keeper', '0x'], verified: verifiedOn(-99) },
        ],
      },
      {
        every: 2,
        from: -98,
        to: -0.3,
        steps: [{ call: 'deposit', on: 'proxy', artifact: 'VaultV1', args: [10], from: 'user-4' }],
      },
      { day: -75.1, steps: [{ deploy: 'VaultV2', as: 'impl-2', verified: verifiedOn(-75) }] },
      { day: -75, steps: [{ call: 'upgrade', on: 'keeper', args: ['@proxy', '@impl-2'] }] },
      {
        day: -30.1,
        steps: [
          { deploy: 'VaultV3', as: 'impl-3', verified: verifiedOn(-30) },
          { deploy: 'VaultV3', as: 'impl-4', verified: verifiedOn(-29) },
        ],
      },
      {
        day: -30,
        steps: [
          { call: 'upgrade', on: 'keeper', args: ['@proxy', '@impl-3'] },
          { call: 'upgrade', on: 'keeper', args: ['@proxy', '@impl-4'] },
        ],
      },
      { day: -12, steps: [{ call: 'upgradeThrough', on: 'keeper', args: ['@proxy', '@impl-3', '@impl-4'] }] },
    ],
    markets: [
      listedAs(
        'gantry',
        marketIn(
          'GNTR',
          pool({ priceUsd: 0.055, liquidityUsd: 130_000, volume24hUsd: 24_000, circulatingShare: 0.38 }),
        ),
      ),
    ],
    site: siteAt('gantry.example', {
      title: 'Gantry',
      tagline: 'Vaults that move.',
      repository: 'gantry-protocol/gantry',
      tokenLine: 'GNTR: @token. Vault: @proxy.',
      more: {
        sections: ['/docs', '/about'],
        security: { contact: 'https://gantry.example/report', expiresDay: 90 },
        openapiPaths: ['/v1/vaults'],
      },
    }),
    packages: [
      packageFrom('@gantry/vaults', {
        repository: 'gantry-protocol/gantry',
        monthlyDownloads: 6_400,
        version: '4.9.0',
        day: -3,
      }),
    ],
  },
  {
    slug: 'stackyard',
    demonstrates: 'a beacon with four tokens behind it, upgraded once',
    background: ['commit', 'upgrade'],
    repositories: [
      {
        fullName: 'stackyard/yard',
        createdDay: -230,
        stars: 14,
        homepage: 'https://stackyard.example',
        description: 'Token yards for clubs.',
        streams: [people('ivo-lindqvist', { from: -119, to: -1.2, perWeek: 5 })],
        releases: releaseTrain({ tag: 'v1.{n}.0', from: -90, to: -8, every: 20 }),
      },
    ],
    chain: [
      {
        day: -84,
        steps: [
          { deploy: 'BeaconTokenV1', as: 'impl-1', verified: verifiedOn(-83) },
          { deploy: 'UpgradeableBeacon', as: 'beacon', args: ['@impl-1'], verified: verifiedOn(-83) },
          behindBeacon('token', { name: 'Stackyard', symbol: 'STKY' }),
          behindBeacon('yard-north', { name: 'Yard North', symbol: 'YDN' }),
        ],
      },
      {
        day: -61,
        steps: [
          behindBeacon('yard-south', { name: 'Yard South', symbol: 'YDS' }),
          behindBeacon('yard-east', { name: 'Yard East', symbol: 'YDE' }),
        ],
      },
      { day: -22.1, steps: [{ deploy: 'BeaconTokenV2', as: 'impl-2', verified: verifiedOn(-22) }] },
      { day: -22, steps: [{ call: 'upgradeTo', on: 'beacon', args: ['@impl-2'] }] },
    ],
    markets: [
      marketIn(
        'STKY',
        pool({
          priceUsd: 0.3,
          supply: 1_000_000,
          liquidityUsd: 37_000,
          volume24hUsd: 5_100,
          circulatingShare: 0.75,
        }),
      ),
    ],
    site: siteAt('stackyard.example', {
      title: 'Stackyard',
      tagline: 'Token yards for clubs.',
      repository: 'stackyard/yard',
      tokenLine: 'STKY lives at @token; its beacon is @beacon.',
    }),
    packages: [
      packageFrom('stackyard', {
        repository: 'stackyard/yard',
        monthlyDownloads: 480,
        version: '1.5.0',
        day: -8,
      }),
    ],
  },
  {
    slug: 'copperleaf',
    demonstrates: 'EIP-1167 clones in use, and a proxy whose slot was exchanged without a log',
    background: ['commit'],
    repositories: [
      {
        fullName: 'copperleaf/escrow',
        createdDay: -170,
        stars: 6,
        homepage: 'https://copperleaf.example',
        description: 'One escrow a deal.',
        streams: [people('bram-oduya', { from: -119, to: -2, perWeek: 4 })],
        releases: releaseTrain({ tag: 'v0.{n}.0', from: -95, to: -16, every: 26 }),
      },
    ],
    chain: [
      launchOn(-91, { symbol: 'COPR', name: 'Copperleaf' }),
      { day: -72, steps: [{ deploy: 'Escrow', as: 'template', verified: verifiedOn(-71) }] },
      { day: -71, steps: [{ clone: 'template', as: 'deal-1', artifact: 'Escrow' }] },
      {
        day: -65,
        steps: [
          { deploy: 'VaultV1', as: 'quiet-1', verified: verifiedOn(-64) },
          { deploy: 'VaultV2', as: 'quiet-2', verified: verifiedOn(-64) },
          { deploy: 'QuietProxy', as: 'quiet-proxy', args: ['@quiet-1', '#deployer', '0x'] },
        ],
      },
      { day: -26, steps: [{ call: 'exchange', on: 'quiet-proxy', args: ['@quiet-2'] }] },
      { day: -44, steps: [{ clone: 'template', as: 'deal-2', artifact: 'Escrow' }] },
      { every: 5, from: -43, to: -0.8, steps: [{ call: 'open', on: 'deal-2', args: [500], from: 'user-5' }] },
    ],
    markets: [
      marketIn(
        'COPR',
        pool({ priceUsd: 0.0013, liquidityUsd: 9_400, volume24hUsd: 760, circulatingShare: 0.55 }),
      ),
    ],
    site: siteAt('copperleaf.example', {
      title: 'Copperleaf',
      tagline: 'One escrow a deal.',
      repository: 'copperleaf/escrow',
      tokenLine: 'COPR: @token',
    }),
    packages: [
      packageFrom('copperleaf', {
        repository: 'copperleaf/escrow',
        monthlyDownloads: 310,
        version: '0.4.0',
        day: -16,
      }),
    ],
  },
  {
    slug: 'saltlock',
    demonstrates:
      'locks: one due within a week, one later, one extended twice, one withdrawn, one past its time',
    background: ['commit', 'call'],
    repositories: [
      {
        fullName: 'saltlock/saltlock',
        createdDay: -210,
        stars: 84,
        homepage: 'https://saltlock.example',
        description: 'Provenance for cold storage.',
        streams: [people('tove-garrick', { from: -119, to: -0.9, perWeek: 6 })],
        releases: releaseTrain({ tag: 'v1.{n}.0', from: -79, to: -7, every: 18 }),
      },
    ],
    chain: [
      launchOn(-80, { symbol: 'SALT', name: 'Saltlock' }),
      ...registryInUse(-76, { every: 6 }),
      {
        day: -70,
        steps: [
          { call: 'approve', on: 'token', args: ['@@locker', 'amount:9000000'] },
          { call: 'lock', on: '@locker', args: ['@token', 'amount:1000000', 'day:5.2'] },
          { call: 'lock', on: '@locker', args: ['@token', 'amount:2000000', 'day:60'] },
        ],
      },
      { day: -60, steps: [{ call: 'lock', on: '@locker', args: ['@token', 'amount:400000', 'day:-20'] }] },
      { day: -50, steps: [{ call: 'lock', on: '@locker', args: ['@token', 'amount:700000', 'day:2'] }] },
      { day: -45, steps: [{ call: 'lock', on: '@locker', args: ['@token', 'amount:150000', 'day:-3'] }] },
      { day: -15, steps: [{ call: 'withdraw', on: '@locker', args: ['lock:2'] }] },
      { day: -9, steps: [{ call: 'extend', on: '@locker', args: ['lock:3', 'day:20'] }] },
      { day: -4, steps: [{ call: 'extend', on: '@locker', args: ['lock:3', 'day:45'] }] },
    ],
    markets: [
      listedAs(
        'saltlock',
        marketIn(
          'SALT',
          pool({ priceUsd: 0.0087, liquidityUsd: 48_000, volume24hUsd: 6_900, circulatingShare: 0.41 }),
        ),
      ),
    ],
    site: siteAt('saltlock.example', {
      title: 'Saltlock',
      tagline: 'Provenance for cold storage.',
      repository: 'saltlock/saltlock',
      tokenLine: 'SALT: @token',
    }),
    packages: [
      packageFrom('saltlock', {
        repository: 'saltlock/saltlock',
        monthlyDownloads: 820,
        version: '1.5.0',
        day: -7,
      }),
    ],
  },
]

function behindBeacon(as: string, token: { name: string; symbol: string }): ContractStep {
  const start = ['BeaconTokenV1', 'initialize', token.name, token.symbol, 'amount:1000000', '#deployer']
  return { deploy: 'BeaconProxy', as, args: ['@beacon', start] }
}
