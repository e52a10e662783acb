import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { requestSandbox } from '#app/sandbox.ts'
import type { GithubDeps } from '#collectors/github/api.ts'
import { commits } from '#collectors/github/commits.ts'
import { releases } from '#collectors/github/releases.ts'
import { repository } from '#collectors/github/repository.ts'
import { tags } from '#collectors/github/tags.ts'
import { openHttp, parseConnectTo } from '#collectors/http.ts'
import { openParserThread } from '#collectors/parser-thread/parser-thread.ts'
import { type RunCounts, runDue } from '#collectors/run-due.ts'
import type { ShipKind } from '#contract/enums.ts'
import { HOUR_MS, type Instant, instantOfMs } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { PRESENT } from '#test/world/begin-world.ts'

const COLLECTORS = [repository, releases, tags, commits]
/** How many streams of a provider are read at once. */
const AT_ONCE = 4
const stack = new AsyncDisposableStack()
let sandbox: Sandbox
let opened: TestDatabase
let first: RunCounts

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-github-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  sandbox = stack.use(await startSandbox({ dataDir, background: false, epoch: PRESENT }))
  opened = stack.use(await openTestDatabase())
  const { database } = opened
  const { lockers } = providers()
  await applyCatalogue(sandbox.catalogueDir, { database, now: clock(), lockers })
  await inTransaction(database, (writer) => ensureStreams({ specs: COLLECTORS }, writer))
  first = await read()
})
afterAll(() => stack.disposeAsync())

const clock = (): Instant => instantOfMs(Date.now() + sandbox.clock.aheadMs())
const providers = () => readConfig({ ...sandbox.settings, BASE_URL: 'http://127.0.0.1' }).providers
const ask = (path: string, body: unknown) => requestSandbox({ controlUrl: sandbox.controlUrl, path, body })

const advance = (ms: number) => ask('/advance', { ms })

async function read(): Promise<RunCounts> {
  const { httpConnectTo, contactUrl } = providers()
  await using http = openHttp({ contactUrl, connectTo: parseConnectTo(httpConnectTo ?? '') }, { clock })
  await using parserThread = openParserThread()
  const world: GithubDeps = {
    http,
    parserThread,
    clock,
    reader: opened.database,
    providers: providers(),
  }
  const reportBug = ({ error }: { error: unknown }) => {
    throw error
  }
  return await runDue(
    { now: clock() },
    {
      database: opened.database,
      collectors: COLLECTORS,
      world,
      reportBug,
    },
  )
}

const shipsOf = (slug: string, kind: ShipKind) =>
  opened.database
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .selectAll('ships')
    .where('projects.slug', '=', slug as never)
    .where('ships.kind', '=', kind)
    .orderBy('ships.occurred_at', 'desc')
    .execute()
const weeksOf = async (slug: string) =>
  (await shipsOf(slug, 'code_week')).map(({ facts }) => (facts as { codeWeek: CodeWeekFacts }).codeWeek)

test('the whole cast is read; only the deleted repository is missing, and only the one that our key may not read is an error', async () => {
  expect(Object.keys(first).toSorted()).toEqual(['github.error', 'github.fresh', 'github.missing'])
  expect(first['github.error']).toBe(4)
  expect(first['github.missing']).toBe(4)
  expect(await shipsOf('driftwood', 'release')).toEqual([])
})

test('[case 14] twelve prereleases of one week are all recorded', async () => {
  expect(await shipsOf('fastloom', 'prerelease')).toHaveLength(12)
})

test.each([
  ['[case 22] bots and merges', 'hedgerow'],
  ['[case 23] a script under a human name', 'metronome'],
])('%s leave weeks without human commits', async (_, slug) => {
  const weeks = (await weeksOf(slug)).filter(({ excludedCommits }) => excludedCommits > 0)
  expect(weeks.length).toBeGreaterThan(0)
  expect(weeks.filter(({ humanCommits }) => humanCommits > 0)).toEqual([])
})

test('a week of data files only has no substance', async () => {
  const [newest] = await weeksOf('ledgerleaf')
  expect(newest).toMatchObject({ substance: 'none' })
})

test('an empty repository (409) is read and has no ships', async () => {
  expect(await shipsOf('blankslate', 'code_week')).toEqual([])
})

test('[case 24] a repository renamed before it was registered is one source under its old locator', async () => {
  const source = await opened.database
    .selectFrom('sources')
    .select(['locator', 'facts'])
    .where('locator', '=', 'tidewright/tide-engine')
    .executeTakeFirstOrThrow()
  expect(source.facts).toMatchObject({ fullName: 'tidewright/tide', aliases: ['tidewright/tide-engine'] })
})

test('[case 9] a rate limit on all repositories costs the requests under way, and no ship', async () => {
  const before = await opened.database.selectFrom('ships').select('id').execute()
  await advance(7 * HOUR_MS)
  await ask('/fault', { provider: 'github', kind: 'forbidden_limit', delayMs: 2 * HOUR_MS })
  const limited = await read()
  const { 'github.rate_limited': refused = 0, 'github.deferred': deferred = 0, ...others } = limited
  expect(others).toEqual({})
  expect(refused).toBeGreaterThan(0)
  expect(refused + deferred).toBeLessThanOrEqual(AT_ONCE)
  expect(await read()).toEqual({})
  const [budget] = await getBudgets(opened.database)
  expect(budget?.coolOffUntil).not.toBeNull()
  await ask('/fault/clear', { provider: 'github' })
  await advance(2 * HOUR_MS + 60_000)
  expect((await read())['github.rate_limited']).toBeUndefined()
  expect(await opened.database.selectFrom('ships').select('id').execute()).toHaveLength(before.length)
})

test('[case 7] a release is read within its cadence; deleted, it is withdrawn at the second miss', async () => {
  const { length } = await shipsOf('lumen', 'release')
  await ask('/do', { action: 'release', slug: 'lumen' })
  await advance(HOUR_MS)
  await read()
  const [added, ...others] = await shipsOf('lumen', 'release')
  expect(others).toHaveLength(length)
  expect(added).toMatchObject({ precision: 'EXACT', withdrawn_at: null })
  await ask('/do', { action: 'delete-release', slug: 'lumen' })
  await advance(HOUR_MS)
  await read()
  expect((await shipsOf('lumen', 'release'))[0]).toMatchObject({ id: added?.id, withdrawn_at: null })
  await advance(HOUR_MS)
  await read()
  expect((await shipsOf('lumen', 'release'))[0]).toMatchObject({
    id: added?.id,
    withdrawn_reason: 'release deleted',
  })
})

test('a truncated answer changes nothing and is read again', async () => {
  await ask('/do', { action: 'release', slug: 'lumen' })
  await ask('/fault', { provider: 'github', kind: 'truncated' })
  await advance(HOUR_MS)
  const cut = await read()
  expect(cut['github.unavailable']).toBeGreaterThan(0)
  const { length } = await shipsOf('lumen', 'release')
  await ask('/fault/clear', { provider: 'github' })
  await advance(HOUR_MS)
  await read()
  expect(await shipsOf('lumen', 'release')).toHaveLength(length + 1)
})
