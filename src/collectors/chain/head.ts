import { HOUR_MS, msOf } from '#contract/time.ts'
import type { ImplementationLog } from '#domain/contracts/records.ts'
import { ChainFailure, saysTagUnknown } from './failure.ts'
import type { Block, ChainLog } from './parse.ts'

export type BlockTag = 'latest' | 'safe' | 'finalized'

/** The block at a height or tag; null when the node has none there. */
export type BlockReader = { readonly block: (at: number | BlockTag) => Promise<Block | null> }

/**
 * The heads of a reading. Facts are published up to `safe` and final up to `finalized`. The basis is `fallback` when
 * the node does not name `safe` or `finalized`, or names a block far behind; the missing head is then counted back from
 * the latest block.
 */
export type BlockHeads = {
  readonly latest: Block
  readonly safe: Block
  readonly finalized: Block
  readonly basis: 'tags' | 'fallback'
}

/** Number of blocks before the latest that replace a missing tag: 12 minutes and an hour at ten blocks a second. */
const FALLBACK_BLOCKS = { safe: 7200, finalized: 36_000 } as const
/** A tag is far behind only when it exceeds both limits, because a quiet chain makes few blocks. */
const FAR_BEHIND = { blocks: 72_000, ms: 2 * HOUR_MS }

/** Reads the heads. @throws ChainFailure when the node serves another chain or names no latest block */
export async function readHead(chain: BlockReader): Promise<BlockHeads> {
  // First alone, since it shows which node stands still.
  const named = await chain.block('latest')
  const [safeTag, finalizedTag] = await Promise.all([
    blockAtTag('safe', chain),
    blockAtTag('finalized', chain),
  ])
  const latest = newest([named, safeTag, finalizedTag])
  if (latest === null) throw new ChainFailure('unavailable', 'the node names no latest block')
  const safe = isUsable(safeTag, latest) ? safeTag : await blockBefore(latest, FALLBACK_BLOCKS.safe, chain)
  const final = isUsable(finalizedTag, latest)
    ? finalizedTag
    : await blockBefore(latest, FALLBACK_BLOCKS.finalized, chain)
  const basis = safe === safeTag && final === finalizedTag ? ('tags' as const) : ('fallback' as const)
  return { latest, safe, finalized: final.number <= safe.number ? final : safe, basis }
}

/** The block at a tag; null when the node says that it knows no such tag. */
async function blockAtTag(tag: 'safe' | 'finalized', chain: BlockReader): Promise<Block | null> {
  try {
    return await chain.block(tag)
  } catch (error) {
    if (error instanceof ChainFailure && saysTagUnknown(error)) return null
    throw error
  }
}

/** The newest block. The tags are read after the latest block and can be newer. */
function newest(blocks: readonly (Block | null)[]): Block | null {
  const known = blocks.filter((block) => block !== null)
  return known.toSorted((a, b) => b.number - a.number)[0] ?? null
}

function isUsable(tagged: Block | null, latest: Block): tagged is Block {
  if (tagged === null) return false
  const behind = { blocks: latest.number - tagged.number, ms: msOf(latest.at) - msOf(tagged.at) }
  return behind.blocks <= FAR_BEHIND.blocks || behind.ms <= FAR_BEHIND.ms
}

function blockBefore(latest: Block, blocks: number, chain: BlockReader): Promise<Block> {
  return blockOf({ blockNumber: Math.max(0, latest.number - blocks) }, chain)
}

/**
 * Checks at the end of a reading that its safe block is still in the chain. Otherwise the results are not from one
 * chain, or not from all of it.
 * @throws ChainFailure when the block was replaced, or when the node does not have it
 */
export async function confirmHead({ safe }: BlockHeads, chain: BlockReader): Promise<void> {
  const now = await chain.block(safe.number)
  if (now === null)
    throw new ChainFailure('unavailable', `the node that answers last does not have block ${safe.number} yet`)
  if (now.hash !== safe.hash) throw overtaken()
}

/** Whether the block at a height still has this hash. Also true when the node has no block at that height. */
export async function isCanonical(
  block: { readonly number: number; readonly hash: string },
  chain: BlockReader,
): Promise<boolean> {
  const now = await chain.block(block.number)
  return now === null || now.hash === block.hash
}

/** The block of a log or a transaction. @throws ChainFailure when its hash is no longer the one that was read */
export async function blockOf(
  read: { readonly blockNumber: number; readonly blockHash?: string },
  chain: BlockReader,
): Promise<Block> {
  const block = await chain.block(read.blockNumber)
  if (block === null || (read.blockHash !== undefined && block.hash !== read.blockHash)) throw overtaken()
  return block
}

/** The position of a log, with the time of its block. @throws ChainFailure */
export async function placeOfLog(
  { blockNumber, txIndex, logIndex, txHash, blockHash }: ChainLog,
  chain: BlockReader,
): Promise<ImplementationLog> {
  const { at: blockTime } = await blockOf({ blockNumber, blockHash }, chain)
  return { blockNumber, txIndex, logIndex, txHash, blockHash, blockTime }
}

function overtaken(): ChainFailure {
  return new ChainFailure('unavailable', 'the chain was reorganised during the reading')
}
