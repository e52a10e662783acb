import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { openDatabase } from '#records/database.ts'
import { killAll, send } from '#test/service/processes.ts'
import { KILLS_MS, killUnderLoad } from '../kills/kill-rounds.ts'
import { type KilledService, startRelayedService } from '../kills/killed-service.ts'
import type { RelayedWorld } from '../kills/relayed-world.ts'

let folder: string
let world: RelayedWorld
let service: KilledService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-kills-'))
  ;({ world, service } = await startRelayedService(folder))
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await killAll(folder)
  await rm(folder, { recursive: true, force: true })
})

const postmasterPid = async () =>
  (await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0] ?? ''

/** The service starts its PostgreSQL again. */
async function killDatabase(): Promise<void> {
  const before = await postmasterPid()
  send(Number.parseInt(before, 10), 'SIGKILL')
  await expect.poll(() => postmasterPid().catch(() => before)).not.toBe(before)
  const readiness = () => fetch(`${service.baseUrl}/readyz`).then(({ status }) => status)
  await expect.poll(readiness).toBe(200)
}

test('[R112] kills of the service, PostgreSQL and the node under load lose and double nothing', {
  timeout: KILLS_MS,
}, async () => {
  const databaseUrl = await findEmbeddedPostgres(join(folder, 'data'))
  await using database = openDatabase(databaseUrl ?? '', { maxConnections: 2 })
  const victims = { service: service.kill, database: killDatabase, node: world.kill }
  await killUnderLoad({ name: 'kills', victims }, { baseUrl: service.baseUrl, database, world })
})
