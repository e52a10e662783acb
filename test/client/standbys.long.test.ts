import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '#client/index.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { getLedgerState } from '#records/ledger/changes.ts'
import { migrate } from '#records/migrate.ts'
import { openReadSources } from '#records/standbys/read-sources.ts'
import { aProject } from '#test/given/records.ts'
import { type StandbyNode, type Standbys, startStandbys } from '#test/postgres/standbys.ts'
import { openHttpService } from '#test/service/http-service.ts'
import { writeFindings } from '#test/webhooks/ledger.ts'
import { waitUntil } from '../alerts/wait-until.ts'

/** The standby stays in service, however far it is behind. */
const LAG_LIMIT_MS = 600_000

let opened: AsyncDisposableStack
let group: Standbys
let standby: StandbyNode
let primary: Database
let projectId: string
let baseUrl: string
beforeAll(async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-client-standbys-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  group = stack.use(await startStandbys(folder, 1))
  standby = group.standbys[0] ?? expect.unreachable()
  primary = openDatabase(group.primary.url, { maxConnections: 4 })
  stack.defer(() => primary.destroy())
  const copy = openDatabase(standby.url, { maxConnections: 4 })
  stack.defer(() => copy.destroy())
  await migrate(primary)
  projectId = String((await aProject({}, primary)).id)
  const sources = stack.use(
    openReadSources({
      primary: { url: group.primary.url, database: primary },
      standbys: [{ name: 'standby', url: standby.url, database: copy }],
      throughPooler: false,
      lagLimitMs: LAG_LIMIT_MS,
      changed: () => {},
    }),
  )
  const service = stack.use(await openHttpService({ database: primary, sources }))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  baseUrl = `http://127.0.0.1:${(service.server.server.address() as AddressInfo).port}`
  await group.caughtUp()
  await waitUntil({ name: 'the standby is in service', withinMs: 60_000 }, async () =>
    sources.standbys().every(({ inService }) => inService),
  )
  opened = stack.move()
})
afterAll(() => opened.disposeAsync())

/** The head of the ledger on the primary, while the standby that answers is behind it. */
let head: number
beforeEach(async () => {
  await standby.resumeReplay()
  await group.caughtUp()
  await standby.pauseReplay()
  await writeFindings({ writer: 1, rounds: 5, among: 5, projectId }, primary)
  head = (await getLedgerState(primary)).head
})

test('a client with monotonicReads gets nothing older than what it got, behind a standby that is late', async () => {
  const plain = createClient({ baseUrl })
  await plain.listChanges()
  expect(plain.position()).toBeLessThan(head)

  const session = createClient({ baseUrl, monotonicReads: true, minPosition: head })
  const before = await session.listChanges()
  expect(session.position()).toBe(head)
  const after = await session.listChanges()
  expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
  expect((await plain.listChanges()).items).not.toEqual(after.items)
})

test('a mirror goes on from a cursor that a standby has not reached', async () => {
  const mirror = createClient({ baseUrl, minPosition: head }).changes({ after: `c1.${head}`, pollMs: 10 })
  const next = mirror.next()
  await writeFindings({ writer: 2, rounds: 1, among: 5, projectId }, primary)
  await standby.resumeReplay()
  const { value } = await next
  expect(value?.resumeAfter).toMatch(/^c1\.\d+/)
  await mirror.return()
})

test('a position that no server has is an error that may pass', async () => {
  const client = createClient({ baseUrl, minPosition: head + 1000, retries: 0 })
  await expect(client.listChanges()).rejects.toMatchObject({
    code: 'unavailable',
    retryable: true,
    retryAfter: 1,
  })
})
