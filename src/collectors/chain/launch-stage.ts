import { LAUNCH_STREAM } from '#domain/project/launch-stage.ts'
import { getLaunchLogsOf, saveLaunchLogs } from '#records/contracts/launch-logs.ts'
import type { Collected, Collector } from '../collector.ts'
import { type AddressedStream, atAddress } from '../provider-locator.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { blockOf, confirmHead } from './head.ts'
import { readLag } from './lag.ts'
import { curveFactoriesOf, readLaunchLogs } from './launch-logs.ts'
import { findResume, firstBlockOf, saveResume } from './progress.ts'
import { creationBlock } from './proxy-history.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps, failedReading } from './reading.ts'

const MAX_REQUESTS = 400

/** The logs of a token's launch on a curve, by its launch factory and by the pool that it names. */
export const tokenLaunch: Collector<ChainDeps> = {
  kind: 'token',
  stream: LAUNCH_STREAM,
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 900,
  coverage: 'dated_listing',
  collect: answering(atAddress(collectLaunch)),
}

/**
 * Continues after the last block read, up to the final block: final blocks never need a retraction. Reads from the
 * beginning when the configured factories have changed.
 */
async function collectLaunch(
  { leased, address: token }: AddressedStream,
  deps: ChainDeps,
): Promise<Collected> {
  const factories = curveFactoriesOf(deps.providers)
  if (factories.length === 0)
    return { outcome: 'missing', detail: 'no factory of launches on a curve is set' }
  const { chain, reader } = deps
  const began = deps.clock()
  const head = await chain.head()
  const { finalized } = head
  const name = `launch:${leased.sourceId}:${factories.map(({ address }) => address).join('+')}`
  const before = await findResume(name, deps)
  const created = before === undefined ? await creationBlock({ contract: token, head }, deps) : undefined
  const from = firstBlockOf({ resume: before, created })
  const recorded = await getLaunchLogsOf({ token }, reader)
  const known = recorded.filter(({ blockNumber }) => blockNumber < from)
  const checkpoint = parseCheckpoint(leased.position)
  const scan = { from, to: finalized.number, span: checkpoint.span ?? null, maxRequests: MAX_REQUESTS }
  const { found, readTo, span, failure } = await readLaunchLogs({ token, factories, known }, scan, chain)
  const cursor = readTo < from ? undefined : await blockOf({ blockNumber: readTo }, chain)
  const lag = await readLag({ start: from, readTo, safe: finalized, began }, deps)
  const coversFrom = checkpoint.coversFrom ?? (await blockOf({ blockNumber: from }, chain)).at
  await confirmHead(head, chain)
  const covered = readTo < finalized.number ? {} : { coversFrom }
  const isNew = leased.firstOkAt === null || found.length > 0
  const { projectId, sourceId } = leased
  return {
    ...(failure === null
      ? { outcome: isNew ? ('fresh' as const) : ('not_modified' as const), ...covered, ...lag }
      : failedReading(failure, deps.clock())),
    position: { span, coversFrom } satisfies Checkpoint,
    save: async (writer, { now }) => {
      const blocks = { from, to: readTo }
      await saveLaunchLogs({ logs: found, token, blocks, projectId, sourceId, now }, writer)
      if (cursor !== undefined) await saveResume({ name, cursor, before, now }, writer)
    },
  }
}
