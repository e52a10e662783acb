import { ChainFailure } from './failure.ts'
import type { ChainLog } from './parse.ts'
import type { Chain, LogFilter } from './rpc.ts'

/** A query of logs in a block range. `span` is the widest range that the node accepted last time. */
export type LogScan = {
  readonly filter: LogFilter
  readonly from: number
  readonly to: number
  readonly span: number | null
  readonly maxRequests: number
}

/**
 * All logs of the blocks up to `readTo`, which is complete. `failure` says why the reading stopped there; null without
 * a failure.
 */
export type LogsRead = {
  readonly logs: readonly ChainLog[]
  readonly readTo: number
  readonly span: number
  readonly failure: ChainFailure | null
}

const MAX_LOGS = 20_000
/**
 * Maximum number of blocks of a query. A node of this chain answers for this range in two seconds; for a range a few
 * times as wide it answers too late.
 */
const MAX_BLOCKS = 100_000
const CALM_BEFORE_WIDENING = 8

/**
 * Reads the logs of a block range. When the node refuses the range, asks for the range that the node names, or for
 * half; when the answer is late, for half. Never asks for more blocks than a node named, or than 100,000. Stops at any
 * other failure, and after `maxRequests` requests or 20,000 logs, always after a complete block.
 */
export async function readLogs(scan: LogScan, chain: Pick<Chain, 'logs' | 'widestLogs'>): Promise<LogsRead> {
  const logs: ChainLog[] = []
  let next = scan.from
  let widest = Math.min(MAX_BLOCKS, (await chain.widestLogs()) ?? MAX_BLOCKS)
  let span = Math.max(1, Math.min(widest, scan.span ?? scan.to - scan.from + 1))
  let calm = 0
  for (
    let request = 0;
    next <= scan.to && request < scan.maxRequests && logs.length < MAX_LOGS;
    request += 1
  ) {
    const end = Math.min(scan.to, next + span - 1)
    const answer = await answerOf(chain.logs({ ...scan.filter, from: next, to: end, all: true }))
    if (!(answer instanceof ChainFailure)) {
      for (const log of answer) logs.push(log)
      next = end + 1
      calm += 1
      if (calm % CALM_BEFORE_WIDENING === 0) span = Math.min(widest, span * 2)
    } else if ((answer.kind === 'range' || answer.kind === 'late') && end > next) {
      if (answer.maxBlocks !== null) widest = answer.maxBlocks
      span = answer.maxBlocks ?? Math.ceil((end - next + 1) / 2)
      calm = 0
    } else {
      return { logs, readTo: next - 1, span, failure: asFinal(answer) }
    }
  }
  return { logs, readTo: next - 1, span, failure: null }
}

async function answerOf(call: Promise<readonly ChainLog[]>): Promise<readonly ChainLog[] | ChainFailure> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ChainFailure) return error
    throw error
  }
}

function asFinal(failure: ChainFailure): ChainFailure {
  return failure.kind === 'range'
    ? new ChainFailure('error', `a single block is refused: ${failure.message}`)
    : failure
}
