import { derived, derivedAsOf, fact, unknown } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { DescribedProject, ProviderReading } from '#domain/project/dossier-record.ts'
import { unknownFigures } from '#domain/project/project-list.ts'
import type { NewestChanges, SnapshotRecord } from '#domain/project/snapshot-record.ts'
import { KNOWN, SOURCE } from './card-evidence.ts'

export const DESCRIBED_AT = toInstant('2026-11-19T12:00:00Z')
export const READ_AT = toInstant('2026-11-19T10:00:00Z')
export const TOKEN = `0x${'a'.repeat(40)}` as ContractAddress

/** A project whose building is known, without a token; each test names what it is about. */
export function describedProject(given: Partial<DescribedProject> = {}): DescribedProject {
  return {
    slug: 'lumen' as Slug,
    name: 'Lumen',
    description: null,
    kind: null,
    launchpad: null,
    publishedAt: READ_AT,
    narratives: [],
    evidence: KNOWN,
    scoredAt: DESCRIBED_AT,
    figures: unknownFigures('NO_SOURCE'),
    formerSlugs: [],
    token: null,
    launchStage: unknown('NOT_APPLICABLE'),
    readings: [],
    score: {
      momentum: unknown('NO_SOURCE'),
      gap: unknown('NO_SOURCE'),
      notMeasured: 'no_source',
      rankedAt: null,
    },
    ...given,
  }
}

/** A token of which every metadata call was answered. */
export const ANSWERED_TOKEN = {
  address: TOKEN,
  symbol: 'LUM',
  symbolDeclared: null,
  name: 'Lumen Token',
  decimals: 18,
  totalSupply: '1000',
  readAt: READ_AT,
} satisfies DescribedProject['token']

/** A score with momentum and a rank. */
export const RANKED = {
  momentum: derivedAsOf(
    derived({ score: 71.5, ships30d: 4, beyondCodeWeeks30d: 2 }, 'build.momentum@3', [SOURCE]),
    READ_AT,
    DESCRIBED_AT,
  ),
  gap: derived(
    { underTheRadar: 'HELD', gap: 40, momentumPercentile: 90, attentionPercentile: 50 },
    'discovery_gap@1',
    [SOURCE],
  ),
  notMeasured: null,
  rankedAt: READ_AT,
} satisfies DescribedProject['score']

/** One provider's reading with every figure. */
export const MARKET_READING: ProviderReading = {
  provider: 'dexscreener',
  sourceId: SOURCE,
  observedAt: READ_AT,
  priceUsd: 0.5,
  liquidityUsd: 9000,
  volume24hUsd: 800,
  trades24h: 12,
  valuation: { usd: 70, kind: 'fdv' },
}

/** Figures of a live market. */
export const TRADED = {
  liquidity: fact({ usd: 9000, provider: 'dexscreener' }, [SOURCE], READ_AT),
  volume24h: fact({ usd: 800, provider: 'dexscreener' }, [SOURCE], READ_AT),
  valuation: derived(
    { kind: 'fdv', usd: 70, provider: 'dexscreener', observedAt: READ_AT },
    'market.valuation@4',
    [SOURCE],
  ),
  withheld: null,
  doubt: null,
} satisfies DescribedProject['figures']

/** The record of a snapshot of a described project, with nothing read beside its card. */
export function snapshotRecord(given: Partial<ShownRecord> = {}): ShownRecord {
  return {
    ...describedProject(),
    projectId: 'p',
    ledgerRanAt: DESCRIBED_AT,
    awaitsLedger: false,
    use: { claim: unknown('NO_SOURCE'), contracts: [] },
    integrity: undefined,
    locks: [],
    lockTotal: 0,
    lockers: [],
    freshness: [],
    changes: [],
    ...given,
  }
}
type ShownRecord = SnapshotRecord & { readonly changes: NewestChanges }
