import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRelay } from '#test/postgres/relay.ts'
import { killAll } from '#test/service/processes.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { type Deliveries, openDeliveries } from '#test/webhooks/deliveries.ts'

let folder: string
let given: Deliveries
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-stops-'))
  given = await openDeliveries()
})
beforeEach(() => given.begin())
afterAll(async () => {
  await killAll(folder)
  await given[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A `work` process with a request at a receiver that never answers. */
async function workWithHangingRequest(path: string, databaseUrl: string) {
  const id = await given.subscribe(path)
  given.receiver.answer = () => {}
  await given.tell()
  const worker = spawnService(['work'], {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
    WEBHOOK_MASTER_KEY: 'a-master-key-of-this-test-alone-0123456789',
  })
  await worker.ready
  await expect.poll(() => given.receivedAt(path).length).toBe(1)
  return { id, worker }
}

async function left(id: string) {
  const attempts = await given.stage.database
    .selectFrom('webhook_attempts')
    .select('outcome')
    .where('subscription_id', '=', id)
    .execute()
  const [delivery] = await given.stage.deliveries(id)
  return { delivery, outcomes: attempts.map(({ outcome }) => outcome) }
}
const wordsOf = ({ out, err }: Spawned) => [...out, ...err].join('\n')

test('[webhooks 6] a process that is stopped while a receiver hangs records the failure and ends by itself', async () => {
  const { id, worker } = await workWithHangingRequest('/hangs', given.stage.url)
  expect(await worker.stop(), wordsOf(worker)).toBe(0)
  const { delivery, outcomes } = await left(id)
  expect(outcomes).toEqual(['timeout'])
  expect(delivery).toMatchObject({ status: 'RETRYING', failures: 1, lease_token: null, leased_until: null })
})

test('[webhooks 6] without its database it leaves the lease to expire, records nothing, and ends by itself', async () => {
  const relay = await openRelay(given.stage.url)
  const { id, worker } = await workWithHangingRequest('/cut', relay.url)
  relay.close()
  expect(await worker.stop(), wordsOf(worker)).toBe(0)
  const { delivery, outcomes } = await left(id)
  expect(outcomes).toEqual([null])
  expect(delivery).toMatchObject({
    status: 'QUEUED',
    failures: 0,
    attempts: 1,
    lease_token: expect.any(String),
  })
})
