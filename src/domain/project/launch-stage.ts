import { derived, type UnknownReason, unknown } from '#contract/claim.ts'
import type { LaunchStage } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { isReadable, notReadReason, stateOfStreams } from '#domain/collecting/watching.ts'
import { LAUNCH_LOG_KINDS, type LaunchLog, type LaunchLogKind } from '#domain/contracts/records.ts'
import type { Conclusion, Source, Stream } from '#domain/evidence.ts'

/** The rule of the launch stage. How old a reading may be is a threshold of `watching`. */
export const LAUNCH_STAGE_RULE = { id: 'token.launch_stage@1' } as const

/** The stream of a token's source that reads the logs of its launch. */
export const LAUNCH_STREAM = 'launch'

const STAGE_OF: Readonly<Record<LaunchLogKind, LaunchStage>> = {
  curve_opened: 'CREATED',
  curve_traded: 'BONDING',
  graduated: 'COMPLETED',
  pool_funded: 'MIGRATED',
}

/** The inputs of the launch stage. */
type LaunchEvidence = {
  /** The source of the token; undefined for a project without a token. */
  readonly token: Pick<Source, 'id' | 'streams'> | undefined
  readonly logs: readonly LaunchLog[]
}

/**
 * How far the launch of the token on a curve came: the stage that its furthest log shows. The last stage, MIGRATED,
 * stays. Any other needs a reading that is recent enough to have found the next log. Unknown: NOT_APPLICABLE without a
 * token, NO_SOURCE when no registered factory opened a curve for it, otherwise the state of the reading.
 */
export function launchStage({ token, logs }: LaunchEvidence, now: Instant): Conclusion<LaunchStage> {
  const stream = token?.streams.find((candidate) => candidate.stream === LAUNCH_STREAM)
  const own = logs.filter(({ sourceId }) => sourceId === token?.id)
  const found = LAUNCH_LOG_KINDS.flatMap((kind) => own.filter((log) => log.kind === kind))
  const furthest = found.at(-1)
  const concluded = {
    rule: LAUNCH_STAGE_RULE.id,
    inputs: { logs: found.map(printable), readTo: stream?.lastOkAt ?? null },
  }
  const reason = token === undefined ? 'NOT_APPLICABLE' : whyUnknown({ stream, furthest }, now)
  if (token === undefined || furthest === undefined || reason !== null) {
    const why = reason ?? 'NO_SOURCE'
    const unknownInputs = [{ input: 'launch_logs', reason: why }]
    return { ...concluded, claim: unknown(why), supportedUntil: null, unknownInputs }
  }
  const namesNoPool = furthest.kind === 'graduated' && furthest.pool === null
  return {
    ...concluded,
    claim: derived(STAGE_OF[furthest.kind], LAUNCH_STAGE_RULE.id, [token.id]),
    supportedUntil: stream?.lastOkAt ?? furthest.detectedAt,
    unknownInputs: namesNoPool ? [{ input: 'pool_logs', reason: 'NO_SOURCE' }] : [],
  }
}

/** The log that shows a stage; undefined while it is not recorded. */
export function logOfStage(stage: string, logs: readonly LaunchLog[]): LaunchLog | undefined {
  return logs.find(({ kind }) => STAGE_OF[kind] === stage)
}

function whyUnknown(
  { stream, furthest }: { readonly stream: Stream | undefined; readonly furthest: LaunchLog | undefined },
  now: Instant,
): UnknownReason | null {
  if (furthest?.kind === 'pool_funded') return null
  if (stream === undefined) return 'NO_SOURCE'
  if (isReadable(stream, now)) return furthest === undefined ? 'NO_SOURCE' : null
  if (stream.lastOutcome === 'missing') return 'NO_SOURCE'
  return notReadReason(stateOfStreams([stream], now).state)
}

function printable({ kind, contract, pool, blockNumber, txHash, blockTime }: LaunchLog) {
  return { kind, contract, pool, block: blockNumber, transaction: txHash, at: blockTime }
}
