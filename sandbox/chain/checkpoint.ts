import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeWhole } from '../journal.ts'
import type { PlannedBlock } from './state.ts'

type Checkpoint = { readonly height: number; readonly file: string }

/** When checkpoints of a chain are saved and used, in blocks. */
export type CheckpointLimits = {
  /** A chain of at most this length is mined again at each start, so that all of its state can be read. */
  readonly replay: number
  readonly spacing: number
  /** Minimum distance of a used checkpoint from the head, so that a reorganisation never reaches behind it. */
  readonly reach: number
}

const name = /^chain-(\d+)-([0-9a-f]{64})\.json$/

/** The newest checkpoint that matches the planned blocks; undefined for a short chain, and when none matches. */
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

/** Saves the node's state for these blocks, and deletes all but one older checkpoint. */
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
