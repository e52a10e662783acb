import { nonEmpty } from '#contract/claim.ts'
import { evidenceId } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { ProjectStatement } from '#domain/evidence.ts'
import { type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence, WatchedSource } from './evidence.ts'
import { announcedMoves, draftMove } from './moves.ts'
import { oneLine } from './wording.ts'

const SOURCES_CITED_AT_MOST = 20

/** The project's first publication, with the sources it had then. The announced event stays unchanged. */
export function firstPublished(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const { projectId, firstPublishedAt } = evidence
  const id = `${evidenceId('state', projectId)}:published`
  const announced = evidence.announced.get(id)
  if (announced !== undefined) return [announced]
  if (firstPublishedAt === null) return []
  const sources = evidence.sources.toSorted((a, b) => msOf(a.attachedAt) - msOf(b.attachedAt))
  const had = sources.filter((source) => wasAttached(source, firstPublishedAt))
  const cited = (had.length > 0 ? had : sources.slice(0, 1)).slice(0, SOURCES_CITED_AT_MOST)
  const grounds = nonEmpty(cited.map((source) => source.id))
  if (grounds === undefined) return []
  return [
    undated({
      id,
      contract: evidence.token,
      detectedAt: firstPublishedAt,
      summary: 'Project page published',
      facts: { sources: had.length },
      evidence: grounds,
    }),
  ]
}

function wasAttached({ attachedAt, detachedAt }: WatchedSource, at: Instant): boolean {
  return msOf(attachedAt) <= msOf(at) && (detachedAt === null || msOf(detachedAt) > msOf(at))
}

/**
 * The newest move of the research level, when it went to VERIFIED_BUILDER. The level falls only when evidence is
 * withdrawn. A fall has no event of its own: the event of the earlier move is retracted.
 */
export function builderVerified(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves('research.level', evidence)
    .slice(-1)
    .filter(({ to }) => to === 'VERIFIED_BUILDER')
    .map((known) => ({
      ...draftMove(known, evidence),
      summary: 'Verified as a builder',
    }))
}

/** Statements signed by the project's own key. */
export function ownerVerified(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.claims
    .filter(({ kind, signature }) => kind === 'token_signed' && signature?.outcome === 'verified')
    .flatMap((claim) => draftClaim(claim, 'Owner verified by signature'))
}

/** Narratives that the project is assigned to. */
export function narrativeAssigned(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.claims
    .filter((claim) => claim.kind === 'narrative')
    .flatMap((claim) => draftClaim(claim, 'Narrative assigned'))
}

function draftClaim(
  { id, statement, observedAt, withdrawn }: ProjectStatement,
  words: string,
): readonly UntypedDraft[] {
  if (withdrawn) return []
  const facts = { statement: oneLine(statement) }
  return [
    undated({
      id,
      detectedAt: observedAt,
      summary: oneLine(`${words}: ${statement}`),
      facts,
      evidence: [id],
    }),
  ]
}
