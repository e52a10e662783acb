import type { ContractAddress, EvidenceId, Slug } from '../ids.ts'
import type { ClaimNote } from '../shapes/claim-note.ts'
import type { LastShip, TokenIdentity } from '../shapes/project-card.ts'
import type { ProjectReference } from '../shapes/project-reference.ts'
import type { Receipt } from '../shapes/receipt.ts'
import { type Instant, toInstant } from '../time.ts'

/** The project of the examples, with its token, its sources and its ships. */
export const lumen: ProjectReference = {
  slug: 'lumen' as Slug,
  name: 'Lumen',
  url: 'https://svc.example/projects/lumen',
}
export const lumenToken: TokenIdentity = {
  chainId: 4663,
  contract: '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress,
  symbol: 'LUM',
  name: 'Lumen',
}
export const repository: NonNullable<Receipt['source']> = {
  id: 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162',
  kind: 'github_repository',
  locator: 'lumen-labs/lumen',
  url: 'https://github.com/lumen-labs/lumen',
  establishedBy: 'mutual',
  establishedUrl: 'https://lumen.example',
}
export const exampleScoringVersion = 's1.5f0c2d9ab3e1'
export const marketId: EvidenceId = 'source:7c1e9c77-2f4d-5a60-b8c3-1d2e3f405163'
export const weekId: EvidenceId = 'ship:8a7c2d10-5b3e-5f94-8d21-7e9b0a4c3d22'
export const releaseId: EvidenceId = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
export const releaseUrl = 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0'
export const releasedAt = toInstant('2026-11-19T14:02:11Z')
export const lastRelease: LastShip = {
  title: 'v2.4.0',
  kind: 'release',
  occurredAt: releasedAt,
  url: releaseUrl,
  evidenceId: releaseId,
}

/** The note of an example's derived value. */
export function derivedBy(rule: string, ...evidence: EvidenceId[]): ClaimNote {
  return { kind: 'DERIVED', rule, evidence, evidence_total: evidence.length }
}

/** The note of an example's fact. */
export function readAt(observedAt: Instant, evidence: EvidenceId): ClaimNote {
  return { kind: 'FACT', observed_at: observedAt, evidence: [evidence], evidence_total: 1 }
}
