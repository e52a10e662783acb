import { randomUUID } from 'node:crypto'
import { Value } from 'typebox/value'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { WebhookSubscriptionWithSecret } from '#contract/shapes/webhook.ts'
import { holdAccount, releaseAccount } from '#operator/accounts.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService, storeToken, WEBHOOKS } from '#test/service/http-service.ts'
import {
  CALLBACK,
  deliveriesOf,
  openSubscriber,
  type Subscriber,
  setLedger,
} from '#test/webhooks/subscriptions.ts'
import { openSigner } from './sign.ts'

const service = await httpServiceOfFile()
let subscriber: Subscriber
beforeEach(async () => {
  subscriber = await openSubscriber(service)
})

const MISSING = randomUUID()
const routesOf = (id: string) => [
  ['GET', `/api/webhooks/${id}`],
  ['PATCH', `/api/webhooks/${id}`],
  ['DELETE', `/api/webhooks/${id}`],
  ['POST', `/api/webhooks/${id}/rotate`],
  ['POST', `/api/webhooks/${id}/ping`],
  ['GET', `/api/webhooks/${id}/deliveries`],
]

test('returns the subscription with its secret, starts at the head of the ledger and queues one ping [contract POST /api/webhooks] [contract subscription id|url|eventTypes|projects|status|secret] [contract delivered type ping]', async () => {
  await setLedger({ head: 40, fannedOutTo: 31 }, service.database)
  const { status, headers, body } = await subscriber.send('POST /api/webhooks', { url: CALLBACK })
  expect(status).toBe(201)
  expect(headers['cache-control']).toBe('private, no-store')
  expect([...Value.Errors(WebhookSubscriptionWithSecret, body)]).toEqual([])
  expect(body).toMatchObject({
    url: CALLBACK,
    eventTypes: null,
    projects: null,
    description: null,
    status: 'active',
    cursor: 'c1.40',
    gap: null,
    nextAttemptAt: NOW,
    createdAt: NOW,
    previousSecretUntil: null,
    backlog: { deliveries: 1, oldestAt: NOW, ageSeconds: 0 },
    secret: WEBHOOKS.signer?.secretOf({ subscriptionId: String(body['id']), version: 1, standardFrom: 1 }),
  })
  expect(await deliveriesOf(String(body['id']), service.database)).toMatchObject([
    { kind: 'ping', status: 'QUEUED', due_at: NOW },
  ])
})

test('[webhooks 79] refuses types with the reason for each, and creates nothing [contract POST /api/webhooks eventTypes] [contract webhook refusal detail.refused] [contract error code invalid_event_types]', async () => {
  const eventTypes = ['build.release', 'market.volume_spike', 'build.code_activity', 'nope']
  const { status, body } = await subscriber.send('POST /api/webhooks', { url: CALLBACK, eventTypes })
  expect([status, body['error']]).toEqual([400, 'invalid_event_types'])
  expect(body['detail']).toEqual({
    refused: [
      { type: 'market.volume_spike', reason: 'trading_alert', message: expect.any(String) },
      { type: 'build.code_activity', reason: 'changes_only', message: expect.any(String) },
      { type: 'nope', reason: 'unknown_type', message: expect.any(String) },
    ],
  })
  expect((await subscriber.send('GET /api/webhooks')).body['items']).toEqual([])
})

test('[webhooks 79] refuses slugs of no published project, whatever their form, and creates nothing [contract POST /api/webhooks projects] [contract webhook refusal detail.unknown] [contract error code unknown_projects]', async () => {
  const { slug } = await storeToken({}, service.database)
  const hidden = await storeToken({ state: 'hidden' }, service.database)
  const draft = await storeToken({ state: 'draft' }, service.database)
  const projects = [slug, hidden.slug, 'no-such-project', 'Not a slug', draft.slug, 'no-such-project']
  const { status, body } = await subscriber.send('POST /api/webhooks', { url: CALLBACK, projects })
  expect([status, body['error']]).toEqual([400, 'unknown_projects'])
  expect(body['detail']).toEqual({ unknown: [hidden.slug, 'no-such-project', 'Not a slug', draft.slug] })
  expect((await subscriber.send('GET /api/webhooks')).body['items']).toEqual([])
})

test.each([
  ['no url', {}, 'url'],
  ['a url that is no text', { url: 7 }, 'url'],
  ['no types', { url: CALLBACK, eventTypes: [] }, 'eventTypes'],
  ['no projects', { url: CALLBACK, projects: [] }, 'projects'],
  ['types that are one text', { url: CALLBACK, eventTypes: 'build.release' }, 'eventTypes'],
  ['a type that is no text', { url: CALLBACK, eventTypes: [1] }, 'eventTypes[0]'],
  ['a long description', { url: CALLBACK, description: 'x'.repeat(201) }, 'description'],
  ['a field that does not exist', { url: CALLBACK, secret: 'mine' }, 'secret'],
  ['a list', [CALLBACK], 'body'],
])('refuses %s', async (_, sent, parameter) => {
  const { status, body } = await subscriber.send('POST /api/webhooks', sent)
  expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
  expect(body['detail']).toMatchObject({ parameter })
})

test('null is for everything, as if it was left out [contract POST /api/webhooks eventTypes]', async () => {
  const created = await subscriber.create({ eventTypes: null, projects: null, description: null })
  expect(created).toMatchObject({ eventTypes: null, projects: null, description: null })
})

test('keeps a description of 200 characters beyond the basic plane [contract POST /api/webhooks description]', async () => {
  const description = '🪝'.repeat(200)
  expect(await subscriber.create({ description })).toMatchObject({ description })
})

test('[webhooks 68] of two creates at four existing, one is refused [contract error code subscription_limit] [contract limit subscriptions]', async () => {
  for (let held = 0; held < LIMITS.subscriptions - 1; held += 1) await subscriber.create()
  const both = await Promise.all([
    subscriber.send('POST /api/webhooks', { url: CALLBACK }),
    subscriber.send('POST /api/webhooks', { url: CALLBACK }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.map(({ body }) => body['error'])).toContain('subscription_limit')
  expect((await subscriber.send('GET /api/webhooks')).body['items']).toHaveLength(LIMITS.subscriptions)
})

test('a removed subscription leaves its place [contract DELETE /api/webhooks/{id}]', async () => {
  const [first] = await Promise.all(Array.from({ length: LIMITS.subscriptions }, () => subscriber.create()))
  expect((await subscriber.send(`DELETE /api/webhooks/${first?.id}`)).status).toBe(204)
  await subscriber.create()
})

test('[webhooks 68] the eleventh create in an hour is refused with retry-after', async () => {
  for (let created = 0; created < LIMITS.callsPerHour.create; created += 1) {
    const { id } = await subscriber.create()
    await subscriber.send(`DELETE /api/webhooks/${id}`)
  }
  const { status, headers, body } = await subscriber.send('POST /api/webhooks', { url: CALLBACK })
  expect([status, body['error']]).toEqual([429, 'rate_limited'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('[webhooks 43] a secret is in the answers of create and rotate alone, and not in the database [contract subscription secret]', async () => {
  const { id, secret } = await subscriber.create()
  const rotated = await subscriber.send(`POST /api/webhooks/${id}/rotate`)
  const secrets = [secret, String(rotated.body['secret'])]
  const answers = [
    await subscriber.send('GET /api/webhooks'),
    await subscriber.send(`GET /api/webhooks/${id}`),
    await subscriber.send(`PATCH /api/webhooks/${id}`, { description: 'mine' }),
    await subscriber.send(`POST /api/webhooks/${id}/ping`),
    await subscriber.send(`GET /api/webhooks/${id}/deliveries`),
    await subscriber.send(`PATCH /api/webhooks/${id}`, { secret }),
  ]
  const stored = await service.database.selectFrom('webhook_subscriptions').selectAll().execute()
  const everywhere = JSON.stringify([answers.map(({ text }) => text), stored, service.lines, service.errors])
  for (const each of secrets) expect(everywhere).not.toContain(each.slice('whsec_'.length))
  expect(answers.filter(({ body }) => 'secret' in body)).toEqual([])
})

test('a rotation gives the next secret; the one before it signs for a day, also after a second rotation [contract POST /api/webhooks/{id}/rotate] [contract limit secret-overlap]', async () => {
  const { id } = await subscriber.create()
  const first = await subscriber.send(`POST /api/webhooks/${id}/rotate`)
  const second = await subscriber.send(`POST /api/webhooks/${id}/rotate`)
  const secretOf = (version: number) =>
    WEBHOOKS.signer?.secretOf({ subscriptionId: id, version, standardFrom: 1 })
  expect([first, second].map(({ status, body }) => [status, body['secret']])).toEqual([
    [200, secretOf(2)],
    [200, secretOf(3)],
  ])
  expect(second.body['previousSecretUntil']).toBe('2026-11-20T12:00:00.000Z')
  expect([...Value.Errors(WebhookSubscriptionWithSecret, second.body)]).toEqual([])
})

test('[R143] the next rotation of a subscription from before standard base64 gives its first secret in that form', async () => {
  const subscriber = await openSubscriber(service)
  const { id } = await subscriber.create()
  await service.database
    .updateTable('webhook_subscriptions')
    .set({ standard_from: 2 })
    .where('id', '=', id)
    .execute()
  const { body } = await subscriber.send(`POST /api/webhooks/${id}/rotate`)
  expect(body['secret']).toBe(WEBHOOKS.signer?.secretOf({ subscriptionId: id, version: 2, standardFrom: 2 }))
  expect(body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

test('[webhooks 44] without a signer create and rotate answer 503 and change nothing; the rest works [contract error code webhooks_unavailable]', async () => {
  await using unsigned = await openHttpService({
    database: service.database,
    webhooks: { ...WEBHOOKS, signer: undefined },
  })
  const { id } = await subscriber.create()
  const send = (line: string, body?: unknown) => unsigned.send(line, { key: subscriber.key, body })
  for (const line of ['POST /api/webhooks', `POST /api/webhooks/${id}/rotate`]) {
    const { status, body } = await send(line, line.endsWith('rotate') ? undefined : { url: CALLBACK })
    expect([status, body['error']]).toEqual([503, 'webhooks_unavailable'])
  }
  const { body } = await send('GET /api/webhooks')
  expect(body['items']).toMatchObject([{ id, previousSecretUntil: null }])
  const others = routesOf(id).filter(([, path]) => !path?.endsWith('rotate'))
  for (const [method, path] of others.toSorted(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE')))
    expect((await send(`${method} ${path}`, method === 'PATCH' ? {} : undefined)).status).toBeLessThan(300)
})

test('[webhooks 44] with another master key than the subscriptions nothing is created', async () => {
  await subscriber.create()
  await using other = await openHttpService({
    database: service.database,
    webhooks: { ...WEBHOOKS, signer: openSigner('another master key of tests') },
  })
  const asked = { key: subscriber.key, body: { url: CALLBACK } }
  const { status, body } = await other.send('POST /api/webhooks', asked)
  expect([status, body['error']]).toEqual([503, 'webhooks_unavailable'])
  expect((await subscriber.send('GET /api/webhooks')).body['items']).toHaveLength(1)
})

test('[webhooks 69] answers on every route exactly like a missing one [contract every subscription id]', async () => {
  const other = await openSubscriber(service)
  const { id } = await other.create()
  const routes = routesOf(id).map(([method, path]) => [method, path, path?.replace(id, MISSING)] as const)
  for (const [method, path, missing] of routes) {
    const body = method === 'PATCH' ? { status: 'disabled' } : undefined
    const [of, none] = [
      await subscriber.send(`${method} ${path}`, body),
      await subscriber.send(`${method} ${missing}`, body),
    ]
    const plain = ({ text, headers }: typeof of) => [
      text.replace(String(headers['x-request-id']), ''),
      headers['cache-control'],
    ]
    expect([method, of.status, plain(of)]).toEqual([method, 404, plain(none)])
    expect(of.body['error']).toBe('not_found')
  }
  expect((await other.send(`GET /api/webhooks/${id}`)).body['status']).toBe('active')
})

test.each(['nope', '00000000', `${MISSING}0`, '~'])(
  'an id of another form is a missing one: %s',
  async (id) => {
    expect((await subscriber.send(`GET /api/webhooks/${id}`)).status).toBe(404)
  },
)

test('a body with a url does not tell whether the id is of another account', async () => {
  const other = await openSubscriber(service)
  const { id } = await other.create()
  for (const asked of [id, MISSING])
    expect((await subscriber.send(`PATCH /api/webhooks/${asked}`, { url: 'http://x' })).status).toBe(404)
})

test('a removed one is missing on every route [contract DELETE /api/webhooks/{id}]', async () => {
  const { id } = await subscriber.create()
  expect(await subscriber.send(`DELETE /api/webhooks/${id}`)).toMatchObject({ status: 204, text: '' })
  for (const [method, path] of routesOf(id)) {
    const body = method === 'PATCH' ? {} : undefined
    expect([method, (await subscriber.send(`${method} ${path}`, body)).status]).toEqual([method, 404])
  }
})

test.each(
  routesOf(MISSING).concat([
    ['GET', '/api/webhooks'],
    ['POST', '/api/webhooks'],
  ]),
)('%s %s needs a key', async (method, path) => {
  const { status, body, headers } = await service.send(`${method} ${path}`, {})
  expect([status, body['error']]).toEqual([401, 'key_required'])
  expect(headers['cache-control']).toBe('private, no-store')
})

test('[webhooks 66] a held account gets 403 and keeps its subscriptions [contract error code account_held]', async () => {
  const { id } = await subscriber.create()
  const name = { name: await nameOf(subscriber.accountId) }
  const at = { database: service.database, now: NOW }
  await holdAccount({ ...name, reason: 'unpaid' }, at)
  // This process cached the key before the hold; another one did not.
  await using other = await openHttpService({ database: service.database })
  for (const [method, path] of routesOf(id)) {
    const { status, body } = await other.send(`${method} ${path}`, { key: subscriber.key })
    expect([method, status, body['error']]).toEqual([method, 403, 'account_held'])
  }
  const create = await subscriber.send('POST /api/webhooks', { url: CALLBACK })
  expect([create.status, create.body['error']]).toEqual([403, 'account_held'])
  await releaseAccount(name, at)
  const back = await subscriber.send(`GET /api/webhooks/${id}`)
  expect(back.body).toMatchObject({ id, status: 'active' })
})

async function nameOf(id: string): Promise<string> {
  const { name } = await service.database
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
