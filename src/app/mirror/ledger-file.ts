import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import type { ChangeEvent } from '#client/index.ts'
import { errorCodeOf } from '#contract/error-code.ts'
import { refuse } from '#operator/refusal.ts'
import { parseStored } from '../files/parse-stored.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { appendToFile, replaceFile } from '../files/replace-file.ts'
import { type LedgerCopy, START } from './ledger-copy.ts'

const Checkpoint = Type.Object({
  service: Type.String(),
  resumeAfter: Type.String(),
  /** Length of the file when this cursor was stored. Absent during a rewrite, which can shorten the file. */
  bytes: Type.Optional(Type.Integer()),
})
/** Mode of the files before the user's umask. The ledger is public, so a rewrite does not make its copy private. */
const SHARED = 0o666
const StandingEvent = Type.Object({ id: Type.String(), revision: Type.Integer(), op: Type.Literal('upsert') })

/**
 * Opens a copy in a file of JSON Lines, one standing event a line. The file `FILE.cursor` beside it has the cursor to
 * resume after. The cursor is stored before the first event and after each list. A kill between list and cursor repeats
 * the list, whose events then replace their lines.
 * @throws Refusal for a file that is no copy, and for a cursor file that is damaged or of another service
 */
export async function openFileCopy(path: string, service: string): Promise<LedgerCopy> {
  const saveCursor = (resumeAfter: string, bytes?: number) =>
    replaceFile({
      path: `${path}.cursor`,
      text: JSON.stringify({ service, resumeAfter, bytes }),
      mode: SHARED,
    })
  const resumeAfter = await checkpointIn(path, service)
  const ids = await idsIn(path)
  if (resumeAfter === START) await saveCursor(START)
  return {
    resumeAfter,
    renewal: `delete ${path} and ${path}.cursor`,
    async store({ changes, after, resumeAfter: next }) {
      const lines = changes.filter(({ op }) => op === 'upsert').map((change) => `${oneJsonLine(change)}\n`)
      const isNew = changes.every(({ id }) => !ids.has(id))
      if (isNew) await appendToFile(path, lines.join(''))
      else {
        await saveCursor(after)
        await rewrite(path, { without: new Set(changes.map(({ id }) => id)), lines })
      }
      remember(changes, ids)
      await saveCursor(next, (await stat(path)).size)
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** An event as one line. Readers of lines may end a line at U+2028 and U+2029, which JSON allows unescaped. */
function oneJsonLine(change: ChangeEvent): string {
  return JSON.stringify(change).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

function remember(changes: readonly ChangeEvent[], ids: Set<string>): void {
  for (const { id, op } of changes) {
    if (op === 'upsert') ids.add(id)
    else ids.delete(id)
  }
}

/**
 * The ids of the events of a file; empty without the file. Removes a last line that a kill cut off, and ends a whole
 * last line that lacks its newline.
 * @throws Refusal for any other line that is no event
 */
async function idsIn(path: string): Promise<Set<string>> {
  const ids = new Set<string>()
  if (await isEmpty(path)) return ids
  let broken: number | undefined
  let line = 0
  for await (const text of linesOf(path)) {
    if (broken !== undefined)
      refuse(`Invalid --to "${path}": line ${broken} is no event of a ledger; name another file`)
    line += 1
    const id = idIn(text)
    if (id === undefined) broken = line
    else ids.add(id)
  }
  if (broken !== undefined || !(await endsWithLine(path)))
    await rewrite(path, { without: new Set(), lines: [] })
  return ids
}

/** Whether a file is empty or does not exist. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size === 0
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return true
    throw error
  }
}

async function endsWithLine(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read({ position: (await file.stat()).size - 1, length: 1 })
  return buffer[0] === '\n'.charCodeAt(0)
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}

/** The id of the event of a line; undefined for a line that is no whole event. */
function idIn(line: string): string | undefined {
  return parseStored(StandingEvent, line)?.id
}

/** Rewrites the file: the whole lines of all events but those in `without`, then `lines`. */
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
  await replaceFile({ path, text: kept(), mode: SHARED })
}

/** The cursor to resume after; the start when there is no copy. @throws Refusal for a file not known to be a copy */
async function checkpointIn(path: string, service: string): Promise<string> {
  const isNew = await isEmpty(path)
  const text = await readIfThere(`${path}.cursor`)
  if (text === undefined && isNew) return START
  const refused = (reason: string) =>
    refuse(`Invalid --to "${path}": ${path}.cursor is ${reason}; delete both files, or name another one`)
  if (text === undefined) return refused('missing, so the file is not known to be a copy')
  const checkpoint = parseStored(Checkpoint, text)
  if (checkpoint === undefined) return refused('damaged')
  if (checkpoint.service !== service) return refused('of another service')
  if (isNew) return START
  const { bytes, resumeAfter } = checkpoint
  if (bytes !== undefined && (await stat(path)).size < bytes)
    return refused(`of ${bytes} bytes, and the file is shorter`)
  return resumeAfter
}
