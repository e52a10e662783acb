import type { Instant } from '#contract/time.ts'
import {
  type ChainProgress,
  getChainProgress,
  saveChainProgress,
} from '#records/collecting/chain-progress.ts'
import type { Reader, Writer } from '#records/database.ts'
import { isCanonical } from './head.ts'
import type { Block } from './parse.ts'
import type { Chain } from './rpc.ts'

/**
 * The block after which a reader continues. `steppedBack`: the cursor's block was replaced, so the reader continues at
 * the checkpoint.
 */
export type Resume = {
  readonly after: { readonly blockNumber: number; readonly blockHash: string }
  readonly checkpoint: ChainProgress | null
  readonly steppedBack: boolean
}

/** The block at which a reader starts when the contract's creation is not known. */
const FIRST_BLOCK_OF_CHAIN = 0

/**
 * The first block to read: after the last one read, or at first the block of the contract's creation. Block 0 while
 * that is not known.
 */
export function firstBlockOf(of: {
  readonly resume: Resume | undefined
  readonly created: number | undefined
}): number {
  return of.resume === undefined ? (of.created ?? FIRST_BLOCK_OF_CHAIN) : of.resume.after.blockNumber + 1
}

/** Maximum distance between the cursor and the checkpoint behind it: an hour of blocks. */
const CHECKPOINT_BLOCKS = 36_000

/**
 * Where a reader continues: at its cursor, or at the checkpoint when the cursor's block was replaced although it was
 * final. Undefined, which means from the start, without a finished reading and when the checkpoint was replaced too.
 */
export async function findResume(
  name: string,
  deps: { readonly reader: Reader; readonly chain: Chain },
): Promise<Resume | undefined> {
  const known = await getChainProgress([name, checkpointOf(name)], deps.reader)
  const cursor = known.get(name)
  const checkpoint = known.get(checkpointOf(name)) ?? null
  if (cursor === undefined) return undefined
  if (await stands(cursor, deps.chain)) return { after: cursor, checkpoint, steppedBack: false }
  if (checkpoint === null || !(await stands(checkpoint, deps.chain))) return undefined
  return { after: checkpoint, checkpoint, steppedBack: true }
}

/**
 * Stores that a reader finished a block. When the cursor is an hour of blocks past the checkpoint, the checkpoint moves
 * to the previous cursor. The first checkpoint is the first cursor.
 */
export async function saveResume(
  input: {
    readonly name: string
    readonly cursor: Block
    readonly before: Resume | undefined
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { name, cursor, before, now } = input
  const checkpoint = nextCheckpoint(cursor, before)
  await saveChainProgress(
    {
      progress: [
        { reader: name, blockNumber: cursor.number, blockHash: cursor.hash },
        ...(checkpoint === null ? [] : [{ reader: checkpointOf(name), ...checkpoint }]),
      ],
      now,
    },
    writer,
  )
}

function nextCheckpoint(cursor: Block, before: Resume | undefined) {
  if (before === undefined) return { blockNumber: cursor.number, blockHash: cursor.hash }
  const { after, checkpoint } = before
  if (checkpoint !== null && cursor.number - checkpoint.blockNumber < CHECKPOINT_BLOCKS) return null
  return { blockNumber: after.blockNumber, blockHash: after.blockHash }
}

function checkpointOf(name: string): string {
  return `${name}:checkpoint`
}

function stands(progress: ChainProgress, chain: Chain): Promise<boolean> {
  return isCanonical({ number: progress.blockNumber, hash: progress.blockHash }, chain)
}
