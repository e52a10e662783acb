import { createReadStream } from 'node:fs'
import { appendFile, open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import type { ChangeEvent } from '#client/index.ts'
import { errorCodeOf } from '#contract/error-code.ts'
import { refuse } from '#operator/refusal.ts'
import { type LedgerCopy, START } from './ledger-copy.ts'
import { parseStored } from './parse-stored.ts'
import { readIfThere } from './read-if-there.ts'

const Checkpoint = Type.Object({ service: Type.String(), resumeAfter: Type.String() })

/**
 * Opens a copy in a file of JSON Lines, one standing event a line. Beside it `FILE.cursor` has where to resume. A kill
 * between the two repeats a page, whose events then replace their lines.
 * @throws Refusal for a cursor file of another service
 */
export async function openFileCopy(path: string, service: string): Promise<LedgerCopy> {
  const held = await idsIn(path)
  const resumeAfter = held === undefined ? START : await checkpointIn(path, service)
  const ids = held ?? new Set<string>()
  return {
    resumeAfter,
    async store({ changes, resumeAfter: next }) {
      const lines = changes.filter(({ op }) => op === 'upsert').map((change) => `${oneJsonLine(change)}\n`)
      const isNew = changes.every(({ id }) => !ids.has(id))
      if (isNew) await appendFile(path, lines.join(''), { flush: true })
      else await rewrite(path, { without: new Set(changes.map(({ id }) => id)), lines })
      remember(changes, ids)
      await replace(`${path}.cursor`, [JSON.stringify({ service, resumeAfter: next })])
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** U+2028 and U+2029 are escaped: JSON allows them as they are, and readers of lines end a line there. */
function oneJsonLine(change: ChangeEvent): string {
  return JSON.stringify(change).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

function remember(changes: readonly ChangeEvent[], ids: Set<string>): void {
  for (const { id, op } of changes) {
    if (op === 'upsert') ids.add(id)
    else ids.delete(id)
  }
}

/** The ids that a file holds; undefined without the file. The end of a line that a kill cut off is taken out. */
async function idsIn(path: string): Promise<Set<string> | undefined> {
  const ids = new Set<string>()
  let isCut = false
  try {
    for await (const line of linesOf(path)) {
      const id = idIn(line)
      isCut ||= id === undefined
      if (id !== undefined) ids.add(id)
    }
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  if (isCut) await rewrite(path, { without: new Set(), lines: [] })
  return ids
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}

/** Undefined for a line that is not whole. */
function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line)
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** Writes the file anew: the whole lines of other events, then these. */
async function rewrite(
  path: string,
  { without, lines }: { readonly without: ReadonlySet<string>; readonly lines: readonly string[] },
): Promise<void> {
  async function* kept() {
    for await (const line of linesOf(path)) {
      const id = idIn(line)
      if (id !== undefined && !without.has(id)) yield `${line}\n`
    }
    yield* lines
  }
  await replace(path, kept())
}

/** Replaces a file in one step: a reader sees the old one or the new one. */
async function replace(path: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const written = `${path}.new`
  const file = await open(written, 'w')
  try {
    await file.writeFile(lines)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, path)
}

/** Where to resume; the start for a file without a cursor. @throws Refusal for a damaged one or that of another service */
async function checkpointIn(path: string, service: string): Promise<string> {
  const text = await readIfThere(`${path}.cursor`)
  if (text === undefined) return START
  const refused = (reason: string) =>
    refuse(`Invalid --to "${path}": ${path}.cursor is ${reason}; delete both files, or name another one`)
  const checkpoint = parseStored(Checkpoint, text)
  if (checkpoint === undefined) return refused('damaged')
  if (checkpoint.service !== service) return refused('of another service')
  return checkpoint.resumeAfter
}
