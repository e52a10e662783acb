import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Cursor } from '#contract/ids.ts'
import { refuse } from '#operator/refusal.ts'
import type { ForwardCheckpoint } from '#webhooks/forward.ts'
import { parseStored } from '../files/parse-stored.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { replaceFile } from '../files/replace-file.ts'
import { makeDataFolder } from '../instance/data-folder.ts'

const Stored = Type.Object({
  url: Type.String(),
  forward: Type.String(),
  after: Cursor,
  forwarded: Type.Array(Type.String()),
})

/** The service that changes come from, and the address they are forwarded to. Each pair has its own checkpoint file. */
export type Route = { readonly dataDir: string; readonly url: string; readonly forward: string }

/** The checkpoint of the last run of this route; undefined before its first run. @throws Refusal for a damaged file */
export async function findForwardCheckpoint(route: Route): Promise<ForwardCheckpoint | undefined> {
  const path = pathOf(route)
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  const stored = parseStored(Stored, text)
  if (stored === undefined) refuse(`Invalid ${path}: delete it, or set --after`)
  return { after: stored.after, forwarded: stored.forwarded }
}

/** Stores the checkpoint of this route. */
export async function saveForwardCheckpoint(route: Route, checkpoint: ForwardCheckpoint): Promise<void> {
  const { dataDir, url, forward } = route
  await makeDataFolder(dataDir)
  await replaceFile({ path: pathOf(route), text: JSON.stringify({ url, forward, ...checkpoint }) })
}

function pathOf({ dataDir, url, forward }: Route): string {
  const name = createHash('sha256').update(`${url} ${forward}`).digest('hex').slice(0, 12)
  return join(dataDir, `webhooks-listen-${name}.json`)
}
