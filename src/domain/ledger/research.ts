import { nonEmpty } from '#contract/claim.ts'
import { evidenceId } from '#contract/ids.ts'
import { msOf } from '#contract/time.ts'
import type { ProjectClaim } from '#domain/evidence.ts'
import type { Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, sayMove, seenMove } from './moves.ts'
import { line } from './wording.ts'

const SOURCES_CITED_AT_MOST = 20

/** The project's first publication, with the sources it was published with; what was once said of it stands. */
export function published(evidence: LedgerEvidence): readonly Saying[] {
  const { projectId, firstPublishedAt } = evidence
  const id = `${evidenceId('state', projectId)}:published`
  const held = evidence.said.get(id)
  if (held !== undefined) return [held]
  if (firstPublishedAt === null) return []
  const sources = evidence.sources.toSorted((a, b) => msOf(a.attachedAt) - msOf(b.attachedAt))
  const early = sources.filter((source) => msOf(source.attachedAt) <= msOf(firstPublishedAt))
  const cited = (early.length > 0 ? early : sources.slice(0, 1)).slice(0, SOURCES_CITED_AT_MOST)
  const grounds = nonEmpty(cited.map((source) => source.id))
  if (grounds === undefined) return []
  return [
    {
      id,
      contract: evidence.token,
      occurredAt: null,
      detectedAt: firstPublishedAt,
      precision: 'OBSERVED',
      summary: 'Project page published',
      facts: { sources: cited.length },
      evidence: grounds,
      seen: { by: 'service' },
      order: [],
    },
  ]
}

/** Moves of the research level to VERIFIED_BUILDER. */
export function builderVerified(evidence: LedgerEvidence): readonly Saying[] {
  return announcedMoves('research.level', evidence)
    .filter(({ to }) => to === 'VERIFIED_BUILDER')
    .map((known) =>
      sayMove(known, { summary: 'Verified as a builder', seen: seenMove(known.move, evidence) }),
    )
}

/** Statements signed by the project's own key. */
export function ownerVerified(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.claims
    .filter((claim) => claim.by === 'signature' && ['builder', 'token_signed'].includes(claim.kind))
    .flatMap((claim) => sayClaim(claim, `Owner verified by signature: ${claim.statement}`))
}

/** Narratives a project was assigned to. */
export function narrativeAssigned(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.claims
    .filter((claim) => claim.kind === 'narrative')
    .flatMap((claim) => sayClaim(claim, `Narrative assigned: ${claim.statement}`))
}

function sayClaim(claim: ProjectClaim, summary: string): readonly Saying[] {
  if (claim.withdrawn) return []
  return [
    {
      id: claim.id,
      contract: null,
      occurredAt: null,
      detectedAt: claim.observedAt,
      precision: 'OBSERVED',
      summary: line(summary),
      facts: { statement: line(claim.statement) },
      evidence: [claim.id],
      seen: { by: 'service' },
      order: [],
    },
  ]
}
