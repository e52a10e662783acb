import { DISCLAIMERS } from '../disclaimers.ts'
import type { Slug } from '../ids.ts'
import type { ProjectCard, ProjectPage } from '../shapes/project-card.ts'
import { toInstant } from '../time.ts'
import {
  derivedBy,
  lastRelease,
  lumen,
  lumenToken,
  marketId,
  readAt,
  releasedAt,
  releaseId,
  repository,
} from './example-lumen.ts'

const marketReadAt = toInstant('2026-11-20T09:50:00Z')

export const exampleProjectCard: ProjectCard = {
  ...lumen,
  description: 'Swaps with receipts.',
  kind: 'protocol',
  narratives: ['defi' as Slug],
  token: lumenToken,
  tokenVerification: 'VERIFIED',
  activityAppliesToToken: true,
  status: 'SHIPPING',
  statusLabel: 'Shipping',
  activityMeasured: true,
  researchLevel: 'VERIFIED_BUILDER',
  verifiedBuilder: true,
  lastActivityAt: releasedAt,
  lastShip: lastRelease,
  meaningfulShips30d: 5,
  meaningfulShips30dAsOf: toInstant('2026-11-20T10:00:00Z'),
  marketStatus: 'LIVE',
  marketCap: {
    value: 1_250_000,
    kind: 'fdv',
    provider: 'dexscreener',
    observedAt: marketReadAt,
  },
  liquidity: { value: 84_000, provider: 'dexscreener', observedAt: marketReadAt },
  publishedAt: toInstant('2026-08-12T12:00:00Z'),
  asOf: toInstant('2026-11-20T10:00:00Z'),
}

export const exampleClaims: NonNullable<ProjectCard['claims']> = {
  status: derivedBy('activity.status@3', releaseId),
  researchLevel: derivedBy('research.level@2', repository.id),
  lastShip: derivedBy('ships.counted@5', releaseId),
  meaningfulShips30d: derivedBy('ships.counted@5', releaseId),
  marketStatus: derivedBy('market.status@2', marketId),
  marketCap: derivedBy('market.valuation@1', marketId),
  liquidity: readAt(marketReadAt, marketId),
  volume24h: { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' },
  tokenVerification: derivedBy('token.verification@1', repository.id),
}

export const exampleProjectPage: ProjectPage = {
  items: [exampleProjectCard],
  available: true,
  total: 12,
  nextOffset: 1,
  ignoredParameters: [],
  disclaimer: DISCLAIMERS.projects,
}

export const exampleUnavailablePage: ProjectPage = {
  items: [],
  available: false,
  reason: 'not_measured',
  total: null,
  nextOffset: null,
  ignoredParameters: [],
  disclaimer: DISCLAIMERS.projects,
}
