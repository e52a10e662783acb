import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction } from '#records/database.ts'
import { makeEvaluationDue } from '#records/project/work.ts'
import { readServiceClock } from '#records/service-clock.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { makeNextVersion, type NextVersion } from '#test/postgres/next-version.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { runToEnd, startSmallWorld } from '#test/world/small-world.ts'

/** The text of the rule in this version and in the next one. By the next rule a project that ships is ACTIVE. */
const RULE = "'activity.status@6',\n  shippingMs: 7 * DAY_MS"
const NEXT_RULE = "'activity.status@7',\n  shippingMs: 60_000"
const PROJECTS = 4
/** The number of pipeline runs to wait for. Both versions may take a run. */
const RUNS = 5
/** Longer than the minute after which an older version goes on. */
const TAKEN_OVER_MS = 180_000

let folder: string
let stack: AsyncDisposableStack
let database: Database
let env: Readonly<Record<string, string>>
let next: NextVersion
const started: Spawned[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-rules-'))
  stack = new AsyncDisposableStack()
  const opened = stack.use(await openTestDatabase())
  database = opened.database
  // A background event would be a ship, and a ship is announced whoever evaluates.
  const world = await startSmallWorld(folder, stack, { background: false })
  env = { ...world.settings, DATABASE_URL: opened.url, LOG_LEVEL: 'warn' }
  next = await makeNextVersion(join(folder, 'next'), [
    { file: 'src/domain/ships/activity.ts', text: RULE, by: NEXT_RULE },
  ])
  await runToEnd(['catalogue', 'apply', world.catalogueDir], env)
})
afterAll(async () => {
  for (const one of started) await one.stop('SIGKILL')
  await stack.disposeAsync()
  await rm(folder, { recursive: true, force: true })
})

async function work(options: { readonly main?: string } = {}): Promise<Spawned> {
  const process = spawnService(['work'], env, options)
  started.push(process)
  await process.ready
  return process
}

type Concluded = {
  readonly slug: string
  readonly rule: string
  readonly status: string
  readonly stands: boolean
}

/** Every measured activity status of the projects with its rule, in the order in which they were concluded. */
async function concluded(): Promise<readonly Concluded[]> {
  const { rows } = await sql<Concluded>`
    select slug, rule, value ->> 'status' as status, superseded_at is null as stands
    from evaluations join projects on projects.id = project_id
    where fact = 'activity.status' and evaluations.state = 'MEASURED'
    order by evaluated_at, known_at is null`.execute(database)
  return rows
}

/** The rules of the conclusions that stand, each once; empty until all projects have one. */
async function rulesInForce(): Promise<readonly string[]> {
  const now = (await concluded()).filter(({ stands }) => stands)
  return now.length === PROJECTS ? [...new Set(now.map(({ rule }) => rule))] : []
}

const statuses = async () => (await concluded()).filter(({ stands }) => stands).map(({ status }) => status)

/** The different histories of rules: those by which a project was concluded, in turn. */
async function ruleHistories(): Promise<readonly string[]> {
  const bySlug = Map.groupBy(await concluded(), ({ slug }) => slug)
  const histories = [...bySlug.values()].map((rows) =>
    rows
      .map(({ rule }) => rule)
      .filter((rule, index, all) => rule !== all[index - 1])
      .join(', '),
  )
  return [...new Set(histories)]
}

/** Marks every project for evaluation at the next run, whichever process runs it. */
const makeAllDue = () =>
  inTransaction(database, async (writer) =>
    makeEvaluationDue({ now: await readServiceClock(writer) }, writer),
  )

/** The moves of a status in the ledger. */
async function moves(): Promise<readonly object[]> {
  const { rows } = await sql<object>`
    select id, revision, type, facts, origin from changes
    where type in ('build.status_changed', 'build.dormant', 'build.resumed', 'token.verification_changed') order by position`.execute(
    database,
  )
  return rows
}

/** Waits for `count` more runs of a pipeline, each over all projects. */
async function runsOf(pipeline: 'evaluate' | 'ledger', count: number): Promise<void> {
  const ended = new Set<string>()
  await expect
    .poll(
      async () => {
        await makeAllDue()
        const { rows } = await sql<{ at: string }>`
          select last_finished_at::text as at from pipelines where name = ${pipeline}`.execute(database)
        for (const { at } of rows) ended.add(at)
        return ended.size
      },
      { timeout: TAKEN_OVER_MS },
    )
    .toBeGreaterThan(count)
}

test('two versions of a rule at once: the newer one evaluates, the older waits until it is gone, and nothing is announced', async () => {
  const older = await work()
  await expect.poll(rulesInForce, { timeout: TAKEN_OVER_MS }).toEqual(['activity.status@6'])
  // Commits can be read before releases, and the first readings of a project's sources are no moves either.
  await expect
    .poll(async () => new Set(await statuses()), { timeout: TAKEN_OVER_MS })
    .toEqual(new Set(['SHIPPING']))
  await runsOf('ledger', RUNS)
  expect(await moves()).toEqual([])
  const newer = await work(next)
  await expect.poll(() => older.err.join('\n')).toContain('a newer release runs the pipelines')
  await expect
    .poll(() => makeAllDue().then(rulesInForce), { timeout: TAKEN_OVER_MS })
    .toEqual(['activity.status@7'])
  await runsOf('evaluate', RUNS)
  const [status] = await runToEnd(['status', '--json'], env)
  expect(JSON.parse(String(status))).toMatchObject({ newerRelease: expect.stringContaining(next.version) })
  expect(await ruleHistories()).toEqual(['activity.status@6, activity.status@7'])
  expect(await statuses()).toContain('ACTIVE')

  expect(await newer.stop()).toBe(0)
  await makeAllDue()
  await expect.poll(rulesInForce, { timeout: TAKEN_OVER_MS }).toEqual(['activity.status@6'])
  expect(await ruleHistories()).toEqual(['activity.status@6, activity.status@7, activity.status@6'])
  expect(new Set(await statuses())).toEqual(new Set(['SHIPPING']))
  await runsOf('ledger', RUNS)
  expect(await moves()).toEqual([])
})
