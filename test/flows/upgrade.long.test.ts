import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { VERSION } from '#app/process/version.ts'
import type { Slug } from '#contract/ids.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { append } from '#ledger/append.ts'
import { type Database, inTransaction, openDatabase } from '#records/database.ts'
import { getLedgerState } from '#records/ledger/changes.ts'
import { issueKey } from '#test/given/accounts.ts'
import { DEFAULT_NOW } from '#test/given/records.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { makeNextVersion, type NextVersion } from '#test/postgres/next-version.ts'
import { type Balancer, openBalancer } from '#test/service/balancer.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { aFinding } from '#test/webhooks/ledger.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { runToEnd, startSmallWorld } from '#test/world/small-world.ts'
import { check } from '../history/check.ts'
import { summaryOf } from '../history/finding.ts'
import { entriesOf, type History } from '../history/history.ts'
import { record } from '../history/record.ts'
import { type Loaded, recordUnderLoad } from '../history/under-load.ts'

/** Events are written for this project. */
const PROJECT = 'opaline' as Slug
/** Only this test writes events of this type. */
const TYPE = 'build.resumed'
/** The number of events written after each step, so that reads meet new records between the steps. */
const EVENTS = 25
const FIRST_FINDING = 1_000_000

type Version = Pick<NextVersion, 'main' | 'version'>
const own: Version = { main: join(import.meta.dirname, '../../src/main.ts'), version: VERSION }

let folder: string
let stack: AsyncDisposableStack
let next: NextVersion
let env: Readonly<Record<string, string>>
let database: Database
let projectId: string
let receiver: Receiver
let balancer: Balancer
let ports: readonly number[]
const serving = new Map<number, Spawned>()
let working: Spawned
const started: Spawned[] = []
const told: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-upgrade-'))
  stack = new AsyncDisposableStack()
  const opened = stack.use(await openTestDatabase())
  const world = await startSmallWorld(folder, stack)
  env = {
    ...world.settings,
    DATABASE_URL: opened.url,
    WEBHOOK_MASTER_KEY: 'the-master-key-of-the-test-of-upgrades',
  }
  next = await makeNextVersion(join(folder, 'next'))
  await runToEnd(['catalogue', 'apply', world.catalogueDir], env)
  database = openDatabase(opened.url, { maxConnections: 4 })
  stack.defer(() => database.destroy())
  ports = [await findFreePort(), await findFreePort()]
  balancer = await openBalancer(ports)
  stack.defer(() => balancer.close())
  receiver = stack.use(await startReceiver())
  await Promise.all([...ports.map((port) => serve(port, own)), work(own)])
  const { id } = await database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', PROJECT)
    .executeTakeFirstOrThrow()
  projectId = id
  await subscribe()
})
afterAll(async () => {
  for (const one of started) await one.stop('SIGKILL')
  await stack.disposeAsync()
  await rm(folder, { recursive: true, force: true })
})

async function serve(port: number, { main }: Version): Promise<void> {
  const process = spawnService(['serve'], { ...env, PORT: `${port}` }, { main })
  started.push(process)
  serving.set(port, process)
  await process.ready
}

async function work({ main }: Version): Promise<void> {
  const process = spawnService(['work'], env, { main })
  started.push(process)
  await process.ready
  working = process
}

async function subscribe(): Promise<void> {
  const { key } = await issueKey(database)
  const answer = await fetch(`${balancer.origin}/api/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${receiver.url}/told`, eventTypes: [TYPE], projects: [PROJECT] }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

/** Writes an event that is sent to the subscriber. */
async function tell(): Promise<void> {
  const draft = { ...aFinding(FIRST_FINDING + told.length, `told ${told.length}`), type: TYPE } as const
  const event = { draft, projectId, publishedAt: addMs(DEFAULT_NOW, -100 * DAY_MS) }
  await inTransaction(database, (writer) =>
    append({ events: [event], retractions: [], now: DEFAULT_NOW }, writer),
  )
  told.push(draft.id)
}

/** What `svc migrate` of a version prints. */
const migrate = ({ main }: Version) => runToEnd(['migrate'], env, { main })

/** Puts a version in the place of the one that runs, as `docs/operating/upgrade.md` says. */
async function replaceBy(version: Version, { appended }: Loaded): Promise<void> {
  const before = working
  await work(version)
  await tell()
  await appended(EVENTS)
  expect(await before.stop(), before.err.join('\n')).toBe(0)
  await tell()
  for (const port of ports) {
    const served = serving.get(port)
    balancer.serves(port, false)
    expect(await served?.stop(), served?.err.join('\n')).toBe(0)
    await serve(port, version)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    balancer.serves(port, true)
    await tell()
    await appended(EVENTS)
  }
  expect(await versionsServed()).toEqual(ports.map(() => version.version))
}

async function versionsServed(): Promise<readonly string[]> {
  return Promise.all(
    ports.map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/status`, {
        headers: { 'x-forwarded-for': '10.9.9.9' },
      })
      return ((await answer.json()) as { version: string }).version
    }),
  )
}

/**
 * Answers that no reader should get while versions change: failed requests (status 0) and each 5xx, also with
 * `retry-after`.
 */
function failuresIn(history: History): readonly string[] {
  return entriesOf(history, 'exchange')
    .filter(({ status }) => status === 0 || status >= 500)
    .map(({ status, path, body }) => `${status} ${path} ${body.slice(0, 200)}`)
}

test('[R14] a version takes the place of another under load, and gives it back, without a failed read', async () => {
  const served = {
    database,
    projectId,
    record: (sessions: Parameters<typeof record>[0]['sessions'], perSecond: number) =>
      record({ origins: [balancer.origin], sessions, perSecond }),
    async setVisible(slug: string, visible: boolean) {
      await runToEnd(['project', visible ? 'publish' : 'hide', slug], env)
      return (await getLedgerState(database)).head
    },
  }
  const history = await recordUnderLoad(
    {
      name: 'upgrade and rollback',
      async happens(loaded) {
        await loaded.appended(EVENTS)
        expect(await migrate(next)).toEqual(['Applied', `  ${next.migration}`])
        await loaded.appended(EVENTS)
        await replaceBy(next, loaded)
        expect(await migrate(own)).toEqual([
          `The database is at migration ${next.migration} of a newer version; this version runs on it, and nothing was changed`,
        ])
        await replaceBy(own, loaded)
      },
    },
    served,
  )
  expect(failuresIn(history)).toEqual([])
  expect(summaryOf(check(history))).toBe('no finding')
  expect(started.flatMap(({ err }) => err)).toEqual([])
})

type Delivered = { readonly id: string; readonly revision: number }

/** The revisions of events that arrived. */
function arrivals(): readonly string[] {
  return receiver.received.flatMap(({ body }) => {
    const event = body['event'] as Delivered | undefined
    return event === undefined ? [] : [`${event.id} ${event.revision}`]
  })
}

// No record is behind these events, so the ledger withdraws them again: that is their second revision.
test('each revision that was written meanwhile is delivered once', async () => {
  const written = () =>
    database
      .selectFrom('changes')
      .select(['id', 'revision'])
      .where('id', 'in', told)
      .orderBy('position')
      .execute()
  await expect.poll(async () => new Set(arrivals()).size === (await written()).length).toBe(true)
  const revisions = (await written()).map(({ id, revision }) => `${id} ${revision}`)
  expect(arrivals().toSorted()).toEqual(revisions.toSorted())
  expect(revisions).toEqual(expect.arrayContaining(told.map((id) => `${id} 1`)))
})
