import { type Cursor, cursorOf, parseCursor } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { type FeedPage, readFeed } from '#ledger/feed.ts'
import { type LedgerCounts, runLedger } from '#ledger/write.ts'
import type { Database, Reader } from '#records/database.ts'
import type { ChangeFilters } from '#records/ledger/change-pages.ts'
import { aProject, aSource, aStream, DEFAULT_NOW, markDue } from './records.ts'

/** A copy of the ledger as a receiver keeps it: upserts stored, retracted ids deleted. */
export type Mirror = Map<string, LedgerEntry>

/** Follows `nextCursor` to the end of the ledger as it stands, answers where that is. Positions must only rise. */
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
    const page = await readFeed({ mode: 'sync', position, filters, limit }, reader)
    page.rows.reduce((last, row) => {
      if (row.position <= last) throw new Error(`position ${row.position} after ${last}`)
      return row.position
    }, position)
    for (const row of page.rows) {
      if (row.op === 'retract') mirror.delete(row.id)
      else mirror.set(row.id, row)
    }
    if (page.nextCursor === null) throw new Error('a page in ledger order always has a next cursor')
    if (page.rows.length === 0) return page.nextCursor
    cursor = page.nextCursor
  }
}

/** Everything that stands, page by page, newest arrival first. */
export async function browseAll(
  input: { readonly filters?: ChangeFilters; readonly limit?: number },
  reader: Reader,
): Promise<readonly LedgerEntry[]> {
  const { filters = {}, limit = 7 } = input
  const rows: LedgerEntry[] = []
  let page: FeedPage = { rows: [], nextCursor: null, issued: true }
  do {
    const last = rows.at(-1)
    const position = last === undefined ? {} : { position: last.firstPosition }
    page = await readFeed({ mode: 'browse', ...position, filters, limit }, reader)
    rows.push(...page.rows)
  } while (page.nextCursor !== null)
  return rows
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

/** Every revision of a project's events but its publication, in ledger order. */
export function revisionsOf(projectId: string, database: Database) {
  return database
    .selectFrom('changes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('type', '<>', 'research.published')
    .orderBy('position')
    .execute()
}

/** What must hold of the whole ledger at any time; answers the faults, none when it is sound. */
export async function ledgerFaults(database: Database): Promise<readonly string[]> {
  const rows = await database.selectFrom('changes').selectAll().orderBy('position').execute()
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
    if (before !== undefined && before.op === row.op && before.content_digest === row.content_digest)
      faults.push(`twice ${row.id}`)
    if (before !== undefined && before.first_position !== row.first_position)
      faults.push(`arrival of ${row.id}`)
    newest.set(row.id, row)
  }
  if (state.head !== rows.length) faults.push(`head is ${state.head}, last position ${rows.length}`)
  return faults
}
