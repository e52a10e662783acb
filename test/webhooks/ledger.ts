import { type Cursor, cursorOf, evidenceId, parseCursor } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ChangeDraft, LedgerEntry } from '#domain/ledger/draft.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { append } from '#ledger/append.ts'
import { type FeedList, readFeed } from '#ledger/feed.ts'
import { type LedgerCounts, runLedger } from '#ledger/write.ts'
import { type Database, inTransaction, type Reader } from '#records/database.ts'
import type { ChangeFilters } from '#records/ledger/change-list.ts'
import { aProject, aSource, aStream, DEFAULT_NOW, markDue } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'

/** A copy of the ledger as a receiver keeps it: upserts stored, retracted ids deleted. */
export type Mirror = Map<string, LedgerEntry>

/**
 * Follows `nextCursor` to the end of the ledger, and answers the last cursor.
 * @throws Error when positions do not rise
 */
export async function follow(
  mirror: Mirror,
  input: { readonly from: Cursor; readonly filters?: ChangeFilters; readonly limit?: number },
  reader: Reader,
): Promise<Cursor> {
  const { filters = {}, limit = 7 } = input
  let cursor = input.from
  for (;;) {
    const place = parseCursor(cursor)
    if (place?.mode !== 'sync') throw new Error(`not a cursor in ledger order: ${cursor}`)
    const { position } = place
    const list = await readFeed({ mode: 'sync', position, filters, limit }, reader)
    list.rows.reduce((last, row) => {
      if (row.position <= last) throw new Error(`position ${row.position} after ${last}`)
      return row.position
    }, position)
    for (const row of list.rows) {
      if (row.op === 'retract') mirror.delete(row.id)
      else mirror.set(row.id, row)
    }
    if (list.nextCursor === null) throw new Error('a part in ledger order always has a next cursor')
    if (list.rows.length === 0) return list.nextCursor
    cursor = list.nextCursor
  }
}

/** The newest revision of every event that is not retracted, part by part, newest arrival first. */
export async function browseAll(
  input: { readonly filters?: ChangeFilters; readonly limit?: number },
  reader: Reader,
): Promise<readonly LedgerEntry[]> {
  const { filters = {}, limit = 7 } = input
  const rows: LedgerEntry[] = []
  let list: FeedList = { rows: [], nextCursor: null, issued: true }
  do {
    const last = rows.at(-1)
    const position = last === undefined ? {} : { position: last.firstPosition }
    list = await readFeed({ mode: 'browse', ...position, filters, limit }, reader)
    rows.push(...list.rows)
  } while (list.nextCursor !== null)
  return rows
}

/**
 * Opens a database for a test file. Its ledger had its first run a day ago, so events that are written now are live.
 */
export async function fileLedger(options: Parameters<typeof fileDatabase>[0] = {}) {
  const opened = await fileDatabase(options)
  await runLedger({ now: addMs(DEFAULT_NOW, -DAY_MS) }, opened)
  return opened
}

export const START = cursorOf(0)

/** A published project with one repository that has been read since August. */
export async function aWatchedProject(database: Database) {
  const project = await aProject({}, database)
  const source = await aSource({ project_id: project.id }, database)
  await aStream({ source_id: source.id }, database)
  return { project, source, ship: { project_id: project.id, source_id: source.id } }
}

/** Marks a project and runs the ledger. */
export async function runFor(
  projectId: string,
  database: Database,
  now: Instant = DEFAULT_NOW,
): Promise<LedgerCounts> {
  await markDue([projectId], database, now)
  return runLedger({ now }, { database })
}

/** Every revision of a project's events in ledger order, without its publication. */
export function revisionsOf(projectId: string, database: Database) {
  return database
    .selectFrom('changes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('type', '<>', 'research.published')
    .orderBy('position')
    .execute()
}

/** The draft of a signal without a record. Equal numbers make the same event. */
export function aFinding(n: number, words: string): ChangeDraft {
  const id = evidenceId('signal', uuidOf('signal', `finding ${n}`))
  return {
    id,
    type: 'build.accelerating',
    contract: null,
    occurredAt: DEFAULT_NOW,
    detectedAt: DEFAULT_NOW,
    precision: 'WINDOW',
    summary: words,
    facts: { words },
    evidence: [id],
    seen: { by: 'service' },
    order: [],
  }
}

/** Appends one of `among` events each round: a new, revised or repeated event, in some rounds beside a retraction. */
export async function writeFindings(
  input: {
    readonly writer: number
    readonly rounds: number
    readonly among: number
    readonly projectId: string
  },
  database: Database,
): Promise<void> {
  const { writer, rounds, among, projectId } = input
  for (let round = 0; round < rounds; round += 1) {
    const n = (writer * 7 + round * 3) % among
    const publishedAt = addMs(DEFAULT_NOW, -30 * DAY_MS)
    const event = { draft: aFinding(n, `word ${(writer + round) % 5}`), projectId, publishedAt }
    const other = { id: aFinding((n + 1) % among, '').id, because: 'withdrawn' as const }
    const retractions = round % 3 === 0 ? [other] : []
    const now = addMs(DEFAULT_NOW, (writer - round) * 1000)
    await inTransaction(database, (transaction) => append({ events: [event], retractions, now }, transaction))
  }
}

/** Checks the rules of the whole ledger. Answers the faults; none when it is sound. */
export async function ledgerFaults(database: Database): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('changes')
    .leftJoin('projects', 'projects.id', 'changes.project_id')
    .selectAll('changes')
    .select('renamed_at_position')
    .orderBy('position')
    .execute()
  const state = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  const newest = new Map<string, (typeof rows)[number]>()
  const faults: string[] = []
  for (const [index, row] of rows.entries()) {
    const before = newest.get(row.id)
    const last = rows[index - 1]
    if (row.position !== index + 1) faults.push(`gap before ${row.position}`)
    if (last !== undefined && Date.parse(last.recorded_at) > Date.parse(row.recorded_at)) {
      faults.push(`time goes back at ${row.position}`)
    }
    if (row.revision !== (before === undefined ? 1 : before.revision + 1))
      faults.push(`revision of ${row.id}`)
    if (before !== undefined && before.superseded_by !== row.position) faults.push(`head of ${row.id}`)
    const repeats = before?.op === row.op && before.content_digest === row.content_digest
    if (repeats && row.renamed_at_position === null) faults.push(`twice ${row.id}`)
    if (before !== undefined && before.first_position !== row.first_position)
      faults.push(`arrival of ${row.id}`)
    newest.set(row.id, row)
  }
  if (state.head !== rows.length) faults.push(`head is ${state.head}, last position ${rows.length}`)
  return faults
}
