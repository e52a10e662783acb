import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { takeSigningKey } from '#records/webhooks/signing-key.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { openSigner } from '#webhooks/sign.ts'
import { readConfig } from '../config.ts'
import { makeLocalKeys } from './local-key.ts'
import { destinationRulesOf, findKeyProblem, openWebhookSigner } from './webhook-settings.ts'

const KEY = 'a-master-key-of-at-least-32-characters'
const OTHER_KEY = 'another-master-key-of-at-least-32-characters'
const SECRET = { subscriptionId: '019a0000-0000-7000-8000-000000000001', version: 1, standardFrom: 1 }

const { database } = await fileDatabase()
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-key-'))
  await sql`truncate webhook_signing_key, webhook_subscriptions cascade`.execute(database)
})

function configOf(settings: Readonly<Record<string, string>> = {}) {
  const none = { BASE_URL: '', WEBHOOK_MASTER_KEY: '', WEBHOOK_ORIGIN_ADDRESSES: '', NODE_ENV: '' }
  return readConfig({ ...none, DATA_DIR: dataDir, ...settings })
}

async function open(settings: Readonly<Record<string, string>> = {}) {
  const logged: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => logged.push(line) })
  const signer = await openWebhookSigner(configOf(settings), { database, logger })
  return { secret: signer?.secretOf(SECRET), logged }
}

async function problemWith(settings: Readonly<Record<string, string>>) {
  const config = configOf(settings)
  const signer = await openWebhookSigner(config, { database, logger: pino({ level: 'silent' }) })
  return findKeyProblem({ config, database, signer })
}

/** Makes a subscription whose secret derives from the key. */
async function subscribe(masterKey: string): Promise<void> {
  const { keyName = '' } = openSigner(masterKey) ?? {}
  const isClaimed = await inTransaction(database, (writer) => takeSigningKey({ keyName }, writer))
  expect(isClaimed).toBe(true)
  await sql`with account as (insert into accounts (id, name, created_at)
      values (gen_random_uuid(), gen_random_uuid()::text, now()) returning id)
    insert into webhook_subscriptions (id, account_id, url, all_projects, status, starts_after, created_at, updated_at)
    select gen_random_uuid(), id, 'https://hooks.example/', true, 'active', 0, now(), now() from account`.execute(
    database,
  )
}

test('outside production a data folder gets a key of its own once, readable by its owner alone', async () => {
  await makeLocalKeys(configOf())
  const path = join(dataDir, 'webhook-master-key')
  const key = await readFile(path, 'utf8')
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await makeLocalKeys(configOf())
  expect(await readFile(path, 'utf8')).toBe(key)
  expect((await open()).secret).toBe((await open({ WEBHOOK_MASTER_KEY: key })).secret)
})

test('[webhooks 44] production takes no key from the data folder, and makes none', async () => {
  await makeLocalKeys(configOf({ NODE_ENV: 'production' }))
  await makeLocalKeys(configOf({ WEBHOOK_MASTER_KEY: KEY }))
  expect(await readdir(dataDir)).not.toContain('webhook-master-key')
  await writeFile(join(dataDir, 'webhook-master-key'), KEY)
  expect(await open({ NODE_ENV: 'production' })).toEqual({ secret: undefined, logged: [] })
  expect((await open({ NODE_ENV: 'production', WEBHOOK_MASTER_KEY: KEY })).secret).toMatch(/^whsec_/)
})

test('[webhooks 44] another key than that of the subscriptions signs nothing, and the log says so', async () => {
  const { secret } = await open({ WEBHOOK_MASTER_KEY: KEY })
  await subscribe(KEY)
  const other = await open({ WEBHOOK_MASTER_KEY: OTHER_KEY })
  expect(other.secret).toBeUndefined()
  expect(other.logged).toEqual([expect.stringContaining('WEBHOOK_MASTER_KEY is not the key')])
  expect(other.logged.join()).not.toContain(KEY)
  await sql`insert into webhook_deliveries (id, subscription_id, kind, type, status, due_at, created_at)
    select gen_random_uuid(), id, 'ping', 'webhook.ping', 'QUEUED', now(), now() from webhook_subscriptions`.execute(
    database,
  )
  expect(await problemWith({ WEBHOOK_MASTER_KEY: OTHER_KEY })).toBe(
    'WEBHOOK_MASTER_KEY is not the key that the secrets of the subscriptions derive from: nothing is signed or sent, deliveries that wait: 1',
  )
  expect(await problemWith({ WEBHOOK_MASTER_KEY: KEY })).toBeUndefined()
  expect(await problemWith({ NODE_ENV: 'production' })).toBeUndefined()
  const { keyName } = openSigner(OTHER_KEY) ?? expect.unreachable()
  expect(await inTransaction(database, (writer) => takeSigningKey({ keyName }, writer))).toBe(false)
  expect((await open({ WEBHOOK_MASTER_KEY: KEY })).secret).toBe(secret)
})

test('the key may change while there is no subscription, and opening with one claims nothing', async () => {
  await open({ WEBHOOK_MASTER_KEY: OTHER_KEY })
  await subscribe(KEY)
  await sql`update webhook_subscriptions set removed_at = now()`.execute(database)
  expect((await open({ WEBHOOK_MASTER_KEY: OTHER_KEY })).secret).toMatch(/^whsec_/)
  await subscribe(OTHER_KEY)
  expect((await open({ WEBHOOK_MASTER_KEY: KEY })).secret).toBeUndefined()
})

test.each(['short', 'a key of 32 characters with spaces', `${KEY}ü`])('refuses the key "%s"', (key) => {
  expect(() => configOf({ WEBHOOK_MASTER_KEY: key })).toThrow(
    new Error('Invalid WEBHOOK_MASTER_KEY: (secret), expected 32 to 200 visible ASCII characters'),
  )
})

test('the rules of destinations name the hosts and addresses of the deployment', () => {
  const settings = {
    BASE_URL: 'https://research.example/',
    HOST: '0.0.0.0',
    NODE_ENV: 'production',
    WEBHOOK_ORIGIN_ADDRESSES: '203.0.114.7,2a00:1450::7,svc-1.cloud.example',
  }
  expect(destinationRulesOf(configOf(settings))).toEqual({
    production: true,
    ownHosts: ['research.example', '0.0.0.0:4663', 'svc-1.cloud.example'],
    originAddresses: ['203.0.114.7', '2a00:1450::7'],
  })
  expect(destinationRulesOf(configOf())).toEqual({
    production: false,
    ownHosts: ['127.0.0.1:4663'],
    originAddresses: [],
  })
})

test.each(['10.0.0', '10.0.0.1/8', 'host', '10.0.0.1, 10.0.0.2', 'https://a.example', '10.0.0.1,'])(
  'refuses the origin address "%s"',
  (text) => {
    expect(() => configOf({ WEBHOOK_ORIGIN_ADDRESSES: text })).toThrow(
      `Invalid WEBHOOK_ORIGIN_ADDRESSES: "${text}", expected IP addresses and hostnames separated by commas`,
    )
  },
)
