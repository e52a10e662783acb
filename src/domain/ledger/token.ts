import type { EvidenceId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, msOf } from '#contract/time.ts'
import type { LaunchLog } from '#domain/contracts/records.ts'
import { LAUNCH_STREAM, logOfStage } from '#domain/project/launch-stage.ts'
import type { Seen, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, draftMove } from './moves.ts'
import { firstReadAt, sourceOf } from './origin.ts'

/**
 * Moves of the stage of the token's launch, with the log that shows the new stage. The first known stage is not a move.
 * A log is history when it is older than the first reading of launch logs, or was found more than seven days late.
 */
export function launchStageChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves('token.launch_stage', evidence).map((move) => {
    const draft = draftMove(move, evidence)
    const log = logOfStage(move.to, ofSources(move.after.evidence, evidence))
    if (log === undefined) return draft
    const { blockNumber: block, txHash: transaction } = log
    const seen: Seen = isHistory(log, draft, evidence) ? { by: 'research' } : draft.seen
    return { ...draft, facts: { ...draft.facts, block, transaction }, seen }
  })
}

function ofSources(ids: readonly EvidenceId[], { launchLogs }: LedgerEvidence): readonly LaunchLog[] {
  return launchLogs.filter(({ sourceId }) => ids.includes(sourceId))
}

function isHistory(
  log: LaunchLog,
  { detectedAt }: Pick<UntypedDraft, 'detectedAt'>,
  evidence: LedgerEvidence,
): boolean {
  const source = sourceOf(log.sourceId, evidence)
  const readFrom = source === undefined ? null : firstReadAt(source, LAUNCH_STREAM)
  if (readFrom === null || msOf(log.blockTime) < msOf(readFrom)) return true
  return msOf(detectedAt) - msOf(log.blockTime) > LIMITS.livePushDays * DAY_MS
}
