import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { waitUntil } from '#test/alerts/wait-until.ts'
import { type StandbyNode, startStandbys } from '#test/postgres/standbys.ts'
import { forFile } from '#test/run/for-file.ts'
import { examineStandbys } from '../checks/doctor.ts'
import { readConfig } from '../config.ts'
import { openService } from '../service.ts'
import { openSources, serverNameOf } from './standbys.ts'

const REMOVED_WITHIN_MS = 60_000

const folder = await mkdtemp(join(tmpdir(), 'svc-standbys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const group = await forFile(startStandbys(folder, 2))
const [first, second] = group.standbys
if (first === undefined || second === undefined) throw new Error('expected two standbys')
const config = readConfig({
  LOG_LEVEL: 'silent',
  BASE_URL: 'https://svc.example',
  DATABASE_READ_URLS: group.standbys.map(({ url }) => url).join(','),
  DATABASE_READ_LAG_SECONDS: '2',
})
const databaseUrl = group.primary.url
await using database = openDatabase(databaseUrl, { maxConnections: 1 })
await migrate(database)
await group.caughtUp()
const service = await forFile(
  openService({ config, databaseUrl, sandboxControlUrl: undefined, maxConnections: 2 }),
)
const sources = await forFile(openSources(service))

/** Waits until exactly these standbys are in service. */
async function inService(...those: readonly StandbyNode[]): Promise<void> {
  const names = () => sources.standbys().flatMap(({ name, inService }) => (inService ? [name] : []))
  await expect.poll(names).toEqual(those.map(({ url }) => serverNameOf(url)))
}

/** Moves the head of the ledger, so that the standbys have something to replay. */
const write = () => sql`update ledger_state set head = head + 1`.execute(service.database)

/** The doctor's finding about a standby. */
async function findingOf({ url }: StandbyNode) {
  const findings = await examineStandbys(service)
  return findings.find(({ part }) => part === `standby ${serverNameOf(url)}`)
}

test('the doctor names a standby whose replay is paused', async () => {
  await first.pauseReplay()
  await write()
  expect(await findingOf(first)).toMatchObject({
    state: 'warning',
    says: expect.stringMatching(/^it is \d+ bytes of .* and replays nothing: its replay is paused$/),
  })
  expect(await findingOf(second)).toMatchObject({ state: 'ok' })
  await first.resumeReplay()
  await group.caughtUp()
  expect(await findingOf(first)).toMatchObject({ state: 'ok' })
})

/** Has the primary remove the log that a standby needs next. */
async function removeLogOf(standby: StandbyNode): Promise<void> {
  const { primary } = group
  await primary.query("alter system set wal_keep_size = '0'")
  await primary.query('select pg_reload_conf()')
  const [needed] = await standby.query<{ lsn: string }>('select pg_last_wal_receive_lsn()::text as lsn')
  await waitUntil({ name: 'the log is removed', withinMs: REMOVED_WITHIN_MS }, async () => {
    await write()
    await primary.query('select pg_switch_wal()')
    await group.caughtUp(group.standbys.filter((one) => one !== standby))
    await primary.query('checkpoint')
    const kept = await primary.query(
      `select 1 from pg_ls_waldir() where name = pg_walfile_name('${needed?.lsn}')`,
    )
    return kept.length === 0
  })
}

test('a standby whose log the primary removed leaves service, and comes back when it is made anew', async () => {
  await inService(first, second)
  first.cutStream()
  await removeLogOf(first)
  first.restoreStream()
  await inService(second)
  expect(await findingOf(first)).toMatchObject({
    state: 'warning',
    says: expect.stringMatching(
      /^it is \d+ bytes of .* and replays nothing: the messages of its server say why$/,
    ),
  })
  await first.remake()
  await inService(first, second)
  expect(await findingOf(first)).toMatchObject({ state: 'ok' })
})
