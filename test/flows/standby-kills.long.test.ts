import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#records/database.ts'
import { randomFrom } from '#sandbox/random.ts'
import { ledgerReadsOf, standbysInService } from '#test/postgres/served-standbys.ts'
import { type PostgresNode, type Standbys, startStandbys } from '#test/postgres/standbys.ts'
import { killAll } from '#test/service/processes.ts'
import { KILLS_MS, killUnderLoad } from '../kills/kill-rounds.ts'
import { type KilledService, startRelayedService } from '../kills/killed-service.ts'
import type { RelayedWorld } from '../kills/relayed-world.ts'

/** The whole ledger of a server: its head, how many rows it has, and a digest of all of them in their order. */
const LEDGER = `select head, (select count(*)::int from changes) as rows,
  (select md5(string_agg(changes::text, chr(10) order by position)) from changes) as digest from ledger_state`
/** One standby is always a little behind, so that the positions of readers matter. */
const LATE_SECONDS = 0.3
/** Reads that each standby answers at the end. */
const READS = 5

let folder: string
let group: Standbys
let world: RelayedWorld
let service: KilledService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-standby-kills-'))
  group = await startStandbys(folder, 2)
  ;({ world, service } = await startRelayedService(folder, {
    DATABASE_URL: group.primary.url,
    DATABASE_READ_URLS: group.standbys.map(({ url }) => url).join(','),
  }))
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await killAll(folder)
  await group?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function restart(node: PostgresNode): Promise<void> {
  await node.kill()
  await node.start()
}
const ledgerOf = async (node: PostgresNode) => (await node.query(LEDGER))[0]

test('[R112] kills of the service, the primary, a standby and the node under load lose and double nothing', {
  timeout: KILLS_MS,
}, async () => {
  const { baseUrl } = service
  const { primary, standbys } = group
  await standbys[0]?.delayReplay(LATE_SECONDS)
  const random = randomFrom('standby')
  await using database = openDatabase(primary.url, { maxConnections: 2 })
  const victims = {
    service: service.kill,
    primary: () => restart(primary),
    standby: () => restart(standbys[random.between(0, standbys.length - 1)] ?? primary),
    node: world.kill,
  }
  await killUnderLoad({ name: 'kills with standbys', victims }, { baseUrl, database, world })
  await expect.poll(() => standbysInService(baseUrl)).toBe(standbys.length)
  const before = await Promise.all(standbys.map(ledgerReadsOf))
  const answered = async () => {
    await fetch(`${baseUrl}/api/changes?limit=1&after=c1.${random.between(1, 50)}`)
    const now = await Promise.all(standbys.map(ledgerReadsOf))
    return now.every((count, index) => count - (before[index] ?? Number.NaN) >= READS)
  }
  await expect.poll(answered).toBe(true)
  await service.stop()
  await group.caughtUp()
  const own = await ledgerOf(primary)
  for (const standby of standbys) expect(await ledgerOf(standby), standby.name).toEqual(own)
})
