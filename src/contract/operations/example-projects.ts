import type { ContractAddress, EvidenceId, Slug } from '../ids.ts'
import type { ClaimNote } from '../shapes/claim-note.ts'
import type { ProjectCard, ProjectPage } from '../shapes/project-card.ts'
import { toInstant } from '../time.ts'

const release = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' as EvidenceId
const source = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162' as EvidenceId
const market = 'source:7c1e9c77-2f4d-5a60-b8c3-1d2e3f405163' as EvidenceId
const at = toInstant
const disclaimer =
  'Projects are listed by what is recorded of them. A place in a list is not a rating, a recommendation or a verdict, and none is paid for. An absent field is unknown, not zero.'

function derivedBy(rule: string, evidence: EvidenceId): ClaimNote {
  return { kind: 'DERIVED', rule, evidence: [evidence], evidence_total: 1 }
}

export const exampleProjectCard: ProjectCard = {
  slug: 'lumen' as Slug,
  name: 'Lumen',
  url: 'https://svc.example/projects/lumen',
  description: 'Swaps with receipts.',
  kind: 'protocol',
  narratives: ['defi' as Slug],
  token: {
    chainId: 4663,
    contract: '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress,
    symbol: 'LUM',
    name: 'Lumen',
  },
  tokenVerification: 'VERIFIED',
  activityAppliesToToken: true,
  status: 'SHIPPING',
  statusLabel: 'Shipping',
  activityMeasured: true,
  researchLevel: 'VERIFIED_BUILDER',
  verifiedBuilder: true,
  lastActivityAt: at('2026-11-19T14:02:11Z'),
  lastShip: {
    title: 'v2.4.0',
    kind: 'release',
    occurredAt: at('2026-11-19T14:02:11Z'),
    url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
    evidenceId: release,
  },
  meaningfulShips30d: 5,
  marketStatus: 'LIVE',
  marketCap: {
    value: 1_250_000,
    kind: 'fdv',
    provider: 'dexscreener',
    observedAt: at('2026-11-20T09:50:00Z'),
  },
  liquidity: { value: 84_000, provider: 'dexscreener', observedAt: at('2026-11-20T09:50:00Z') },
  publishedAt: at('2026-08-12T12:00:00Z'),
  asOf: at('2026-11-20T10:00:00Z'),
}

export const exampleClaims: NonNullable<ProjectCard['claims']> = {
  status: derivedBy('activity.status@1', release),
  researchLevel: derivedBy('research.level@1', source),
  lastShip: derivedBy('ships.counted@1', release),
  meaningfulShips30d: derivedBy('ships.counted@1', release),
  marketStatus: derivedBy('market.status@2', market),
  marketCap: derivedBy('market.valuation@1', market),
  liquidity: {
    kind: 'FACT',
    observed_at: at('2026-11-20T09:50:00Z'),
    evidence: [market],
    evidence_total: 1,
  },
  volume24h: { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' },
  tokenVerification: derivedBy('token.verification@1', source),
}

export const exampleProjectPage: ProjectPage = {
  items: [{ ...exampleProjectCard, claims: exampleClaims }],
  available: true,
  total: 12,
  nextOffset: 1,
  ignoredParameters: [],
  disclaimer,
}

export const exampleUnavailablePage: ProjectPage = {
  items: [],
  available: false,
  reason: 'not_measured',
  total: null,
  nextOffset: null,
  ignoredParameters: [],
  disclaimer,
}
