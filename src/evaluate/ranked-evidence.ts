import type { Instant } from '#contract/time.ts'
import { attention } from '#domain/attention/attention.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import type { RankedEvidence } from '#records/attention/rankings.ts'
import { draftOf, type EvaluationDraft, type StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import type { Conclusions } from './conclusions.ts'

/** A project's building and attention, as conclusions and as inputs of ranking. */
export function rankedEvidence(
  input: {
    readonly evidence: ProjectEvidence
    readonly build: BuildEvidence
    readonly concluded: Pick<Conclusions, 'activity' | 'verification'>
  },
  now: Instant,
): { readonly drafts: readonly EvaluationDraft[]; readonly ranked: RankedEvidence } {
  const { evidence, build } = input
  const { activity, verification } = input.concluded
  const { projectId } = evidence
  const isMismatch = verification.claim.kind !== 'UNKNOWN' && verification.claim.value.status === 'MISMATCH'
  const momentum = buildMomentum(build, now)
  const noticed = attention({ readings: evidence.attention, tokenIsOwn: !isMismatch }, now)
  return {
    drafts: [
      draftOf({ projectId, fact: 'build.momentum' }, momentum),
      draftOf({ projectId, fact: 'attention' }, noticed),
    ],
    ranked: {
      projectId,
      status: activity.status,
      momentum: momentum.claim.kind === 'UNKNOWN' ? { reason: momentum.claim.reason } : momentum.claim.value,
      attention: noticed.claim.kind === 'UNKNOWN' ? {} : noticed.claim.value,
    },
  }
}

/** Whether the last ranking found the project under the radar. */
export function wasUnderTheRadar(standing: readonly StandingConclusion[]): boolean {
  const gap = standing.find(({ fact }) => fact === 'discovery_gap')
  return gap?.state === 'MEASURED' && (gap.value as { underTheRadar: string }).underTheRadar === 'HELD'
}
