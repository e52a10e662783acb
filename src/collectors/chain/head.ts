import { ChainFailure } from './failure.ts'
import type { Block } from './parse.ts'
import type { Chain } from './rpc.ts'

/** The two heads of a reading: facts are published up to `safe` and final up to `finalized`. */
export type Head = { readonly safe: Block; readonly finalized: Block }

/** Reads both heads. @throws ChainFailure when the node serves another chain or does not support the tags */
export async function readHead(chain: Chain): Promise<Head> {
  const [safe, finalized] = await Promise.all([chain.block('safe'), chain.block('finalized')])
  if (safe === null || finalized === null)
    throw new ChainFailure('unavailable', 'the node names no safe block')
  return { safe, finalized: finalized.number <= safe.number ? finalized : safe }
}

/** Ends a reading during which a reorganisation happened: its results are not from one chain. @throws ChainFailure */
export async function confirmHead(head: Head, chain: Chain): Promise<void> {
  if (!(await isCanonical({ number: head.safe.number, hash: head.safe.hash }, chain))) throw overtaken()
}

/** Whether the block at a height still has this hash; also true when the node has no block at that height. */
export async function isCanonical(
  block: { readonly number: number; readonly hash: string },
  chain: Pick<Chain, 'block'>,
): Promise<boolean> {
  const now = await chain.block(block.number)
  return now === null || now.hash === block.hash
}

/** The block of a log or transaction, which must have the same hash as at reading. @throws ChainFailure */
export async function blockOf(
  read: { readonly blockNumber: number; readonly blockHash?: string },
  chain: Pick<Chain, 'block'>,
): Promise<Block> {
  const block = await chain.block(read.blockNumber)
  if (block === null || (read.blockHash !== undefined && block.hash !== read.blockHash)) throw overtaken()
  return block
}

function overtaken(): ChainFailure {
  return new ChainFailure('unavailable', 'the chain was reorganised during the reading')
}
