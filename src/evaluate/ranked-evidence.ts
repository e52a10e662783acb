import { asOfField, type Claim } from '#contract/claim.ts'
import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { attention } from '#domain/attention/attention.ts'
import type { RadarEvidence } from '#domain/attention/radar-record.ts'
import { type contractUse, stateOfUse } from '#domain/contracts/contract-use.ts'
import { type BuildEvidence, placedAt } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import { countedShips } from '#domain/ships/ships.ts'
import type { RankedEvidence } from '#records/attention/rankings.ts'
import { draftOf, type EvaluationDraft, type StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import type { Conclusions } from './conclusions.ts'

/** A project's building, attention, use and research level, as conclusions and as inputs of ranking. */
export function rankedEvidence(
  input: {
    readonly evidence: ProjectEvidence
    readonly build: BuildEvidence
    readonly concluded: Pick<Conclusions, 'activity' | 'verification' | 'level'>
    readonly use: ReturnType<typeof contractUse>
    readonly card: CardEvidence
  },
  now: Instant,
): { readonly drafts: readonly EvaluationDraft[]; readonly ranked: RankedEvidence } {
  const { evidence, build, use } = input
  const { activity, verification, level } = input.concluded
  const { projectId } = evidence
  const isMismatch = verification.claim.kind !== 'UNKNOWN' && verification.claim.value.status === 'MISMATCH'
  const momentum = buildMomentum(build, now)
  const { asOf: momentumAsOf } = asOfField(momentum.claim)
  const [newest] = countedShips(build, now)
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
      use: use.claim.kind === 'UNKNOWN' ? { reason: use.claim.reason } : { value: use.claim.value.calls },
      research:
        level.claim.kind === 'UNKNOWN' ? { reason: level.claim.reason } : { value: level.claim.value },
      lastShipAt: newest === undefined ? null : placedAt(newest),
      shown: {
        ...shownOf(input.card, [momentum.claim, use.claim, level.claim]),
        ...known({ momentumAsOf }),
        ...useStateOf(use),
      },
    },
  }
}

/** The coverage state of use; no field when use is unknown, and when its calls are read freshly. */
function useStateOf({ claim, inputs }: ReturnType<typeof contractUse>): Pick<RadarEvidence, 'useState'> {
  const state = stateOfUse({ claim, ...inputs })
  return claim.kind === 'UNKNOWN' || state === 'MEASURED' ? {} : { useState: state }
}

function shownOf(card: CardEvidence, parts: readonly Claim<unknown>[]): RadarEvidence {
  const { activity, activityMeasured, researchLevel, latestMeaningfulShip } = card
  const grounds = parts.flatMap((claim) => (claim.kind === 'UNKNOWN' ? [] : claim.evidence))
  return {
    activity,
    activityMeasured,
    researchLevel,
    latestMeaningfulShip,
    grounds: [...new Set(grounds)].toSorted(),
  }
}

/** Whether the last ranking found the project under the radar. */
export function wasUnderTheRadar(standing: readonly StandingConclusion[]): boolean {
  const gap = standing.find(({ fact }) => fact === 'discovery_gap')
  return gap?.state === 'MEASURED' && (gap.value as { underTheRadar: string }).underTheRadar === 'HELD'
}
