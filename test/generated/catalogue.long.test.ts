import { describe, expect, test } from 'vitest'
import { parseEvidenceId } from '#contract/ids.ts'
import { runLedger } from '#ledger/write.ts'
import { type Database, inTransaction, openDatabase } from '#records/database.ts'
import { markForLedger } from '#records/project/work.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { ledgerFaults } from '#test/webhooks/ledger.ts'
import { asking } from '../../bench/ask.ts'
import { generateCatalogue } from '../../bench/catalogue.ts'
import { chanceFor, KINDS, knownOf } from '../../bench/questions.ts'
import { END } from '../../bench/sample-projects.ts'

/** Plans that the database is kept from, so that statements find rows in another order. */
const PLANS = ['-c enable_nestloop=off -c enable_hashjoin=off', '-c enable_indexscan=off -c enable_sort=off']

const opened = await fileDatabase()
await generateCatalogue({ projects: 120, events: 2400, seed: 'test' }, opened.database)
const ask = asking({ reader: opened.database, now: END }, { check: true })

describe('a generated catalogue', () => {
  test('holds projects of every kind', async () => {
    const { database } = opened
    const projects = await database.selectFrom('projects').select(['id', 'state']).execute()
    const slugs = await database.selectFrom('project_slugs').select('former_since').execute()
    expect(new Set(projects.map(({ state }) => state))).toEqual(new Set(['draft', 'hidden', 'published']))
    expect(projects).toHaveLength(120)
    expect(slugs.some(({ former_since }) => former_since !== null)).toBe(true)
  })

  test('holds a sound ledger near the size asked for, with revisions and tombstones', async () => {
    const changes = await opened.database
      .selectFrom('changes')
      .select(['op', 'revision', 'type', 'origin'])
      .execute()
    expect(changes.length).toBeGreaterThan(1800)
    expect(changes.length).toBeLessThan(3000)
    expect(changes.some(({ op }) => op === 'retract')).toBe(true)
    expect(changes.some(({ op, revision }) => op === 'upsert' && revision > 1)).toBe(true)
    expect(new Set(changes.map(({ origin }) => origin))).toEqual(new Set(['live', 'bootstrap', 'backfill']))
    expect(new Set(changes.map(({ type }) => type)).size).toBeGreaterThan(10)
    expect(await ledgerFaults(opened.database)).toEqual([])
  })

  test('is what the ledger writer says of these records: run over all of it, nothing is new', async () => {
    const { database } = opened
    const projects = await database.selectFrom('projects').select('id').execute()
    const projectIds = projects.map(({ id }) => id)
    await inTransaction(database, (writer) => markForLedger({ projectIds, now: END }, writer))
    const counts = await runLedger({ now: END }, { database })
    expect(counts).toEqual({ projects: 120, upserts: 0, revisions: 0, retractions: 0 })
  })

  test('is the same for the same seed, however the database plans its statements', async () => {
    const made = async (seed: string, plans?: string) => {
      await using empty = await openTestDatabase()
      await using planned = planning(empty.url, plans)
      const { database } = planned
      await generateCatalogue({ projects: 40, events: 800, seed }, database)
      const changes = await database.selectFrom('changes').selectAll().orderBy('position').execute()
      const cards = await database.selectFrom('cards').selectAll().orderBy('project_id').execute()
      return [...changes, ...cards].map((row) => JSON.stringify(row))
    }
    const first = await made('same')
    for (const plans of PLANS) expect(await made('same', plans)).toEqual(first)
    expect(await made('another')).not.toEqual(first)
  })
})

describe('the answers of a generated catalogue', () => {
  test('are cards and scans as the operations state them, of published projects alone', async () => {
    const tokens = await opened.database
      .selectFrom('tokens')
      .innerJoin('projects', 'projects.id', 'tokens.project_id')
      .select(['address', 'state'])
      .execute()
    const statuses = new Set<unknown>()
    for (const { address: token, state } of tokens) {
      const scan = JSON.parse(await ask({ name: 'scan', query: { token } }))
      expect(scan.found).toBe(state === 'published')
      if (state !== 'published') await expect(ask({ name: 'builder', query: { token } })).rejects.toThrow()
      else statuses.add(JSON.parse(await ask({ name: 'builder', query: { token } })).svc_status)
    }
    expect(tokens.length).toBeGreaterThan(60)
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['ACTIVE', 'DORMANT', 'QUIET', 'SHIPPING']))
  })

  test('are the same however the database plans its statements', async () => {
    const known = await knownOf(opened.database)
    const questions = KINDS.map((kind) => kind.ask(known, chanceFor(kind)))
    const answers = await Promise.all(questions.map(ask))
    for (const plans of PLANS) {
      await using planned = planning(opened.url, plans)
      const askPlanned = asking({ reader: planned.database, now: END }, { check: false })
      expect(await Promise.all(questions.map(askPlanned))).toEqual(answers)
    }
  })

  test('are parts of the whole ledger, each event resting on evidence that resolves', async () => {
    const cited = new Set<string>()
    for (let after = 'c1.0', rows = -1; rows !== 0; ) {
      const list = JSON.parse(await ask({ name: 'changes', query: { after, limit: 100 } }))
      for (const change of list.items) for (const id of change.evidence ?? []) cited.add(id)
      rows = list.items.length
      after = list.nextCursor
    }
    expect(cited.size).toBeGreaterThan(1000)
    expect(await unresolved(cited)).toEqual([])
  })

  test('are cards that cite only evidence that resolves', async () => {
    const cards = await opened.database
      .selectFrom('cards')
      .innerJoin('projects', 'projects.id', 'cards.project_id')
      .select('evidence')
      .where('state', '=', 'published')
      .execute()
    const cited = new Set(JSON.stringify(cards).match(/(?:ship|signal|source|claim|state):[0-9a-f-]{36}/g))
    expect(cited.size).toBeGreaterThan(500)
    expect(await unresolved(cited)).toEqual([])
  })
})

function planning(url: string, plans = ''): AsyncDisposable & { readonly database: Database } {
  const address = new URL(url)
  address.searchParams.set('options', plans)
  const database = openDatabase(address.href, { maxConnections: 12 })
  return { database, [Symbol.asyncDispose]: () => database.destroy() }
}

async function unresolved(cited: ReadonlySet<string>): Promise<readonly string[]> {
  const failed: string[] = []
  for (const id of cited) {
    if (parseEvidenceId(id) === undefined) failed.push(id)
    else await ask({ name: 'evidence', path: { id } }).catch(() => failed.push(id))
  }
  return failed
}
