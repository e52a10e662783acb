import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeWhole } from '../journal.ts'
import type { PlannedBlock } from './state.ts'

export type Checkpoint = { readonly height: number; readonly file: string }

/** When a chain is long enough to be continued from a saved state, and how far behind its head. */
export type CheckpointLimits = {
  /** Up to so many blocks the chain is mined anew at each start, which keeps all of its past readable. */
  readonly replay: number
  readonly spacing: number
  /** A checkpoint nearer to the head is not used, so that a reorganisation never reaches behind it. */
  readonly reach: number
}

const name = /^chain-(\d+)-([0-9a-f]{64})\.json$/

/** The newest saved state that the planned blocks still agree with, if they are too many to mine anew. */
export function findCheckpoint(
  dataDir: string,
  input: { blocks: readonly PlannedBlock[]; limits: CheckpointLimits },
): Checkpoint | undefined {
  const { blocks, limits } = input
  if (blocks.length <= limits.replay) return undefined
  return savedIn(dataDir)
    .filter(({ height }) => height <= blocks.length - limits.reach)
    .toSorted((a, b) => b.height - a.height)
    .find(({ height, digest }) => digest === digestOf(blocks.slice(0, height)))
}

/** Keeps the node's state (as it dumps it) for these blocks, and of the older ones the newest. */
export function saveCheckpoint(
  dataDir: string,
  input: { blocks: readonly PlannedBlock[]; dump: string },
): void {
  const { blocks, dump } = input
  const state = gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString('utf8')
  writeWhole(join(dataDir, `chain-${blocks.length}-${digestOf(blocks)}.json`), state)
  const surplus = savedIn(dataDir)
    .toSorted((a, b) => b.height - a.height)
    .slice(2)
  for (const { file } of surplus) rmSync(file, { force: true })
}

function savedIn(dataDir: string): readonly (Checkpoint & { digest: string })[] {
  return readdirSync(dataDir).flatMap((entry) => {
    const [, height, digest] = name.exec(entry) ?? []
    if (height === undefined || digest === undefined) return []
    return [{ height: Number(height), digest, file: join(dataDir, entry) }]
  })
}

function digestOf(blocks: readonly PlannedBlock[]): string {
  return createHash('sha256').update(JSON.stringify(blocks)).digest('hex')
}
