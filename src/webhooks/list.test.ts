import { Value } from 'typebox/value'
import { beforeEach, expect, test } from 'vitest'
import { IMPLIED_TYPES, subscribableTypes } from '#contract/events.ts'
import { SUBSCRIPTION_LIMITS, WebhookSubscriptionList } from '#contract/shapes/webhook.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { inTransaction } from '#records/database.ts'
import { savePublication } from '#records/market/integrity.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import { CALLBACK, openSubscriber, type Subscriber } from '#test/webhooks/subscriptions.ts'

const service = await httpServiceOfFile()
let subscriber: Subscriber
beforeEach(async () => {
  subscriber = await openSubscriber(service)
})

const list = async () => (await subscriber.send('GET /api/webhooks')).body
const typesOf = (body: Record<string, unknown>) =>
  (body['eventTypes'] as readonly { type: string; hasCause: boolean }[]).map(({ type }) => type)
const publish = (marketIntegrity: 'published' | 'withheld') =>
  inTransaction(service.database, (writer) => savePublication({ marketIntegrity, now: NOW }, writer))

test('the list has the subscriptions of the account alone, oldest first, and what can be subscribed to [contract GET /api/webhooks]', async () => {
  const other = await openSubscriber(service)
  await other.create()
  const { secret: _, ...first } = await subscriber.create()
  const { headers, status, body } = await subscriber.send('GET /api/webhooks?page=2')
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect([...Value.Errors(WebhookSubscriptionList, body)]).toEqual([])
  expect(body).toMatchObject({ items: [first], limits: SUBSCRIPTION_LIMITS, ignoredParameters: ['page'] })
  expect(typesOf(body)).toEqual(subscribableTypes({ marketIntegrity: false }))
  expect(body['eventTypes']).toContainEqual({
    type: 'token.launch_stage_changed',
    meaning: expect.any(String),
    hasCause: true,
  })
  expect(body['impliedTypes']).toEqual(
    Object.entries(IMPLIED_TYPES).map(([type, meaning]) => ({ type, meaning })),
  )
})

test('every listed type can be subscribed to, and implied ones may be named', async () => {
  const eventTypes = typesOf(await list())
  const created = await subscriber.create({ eventTypes: [...eventTypes, ...Object.keys(IMPLIED_TYPES)] })
  expect(created['eventTypes']).toEqual(eventTypes)
})

test('types are of the deployment: market integrity is listed and taken while it is published', async () => {
  const eventTypes = ['market_integrity.event']
  const before = await subscriber.send('POST /api/webhooks', { url: CALLBACK, eventTypes })
  expect(before.body).toMatchObject({
    error: 'invalid_event_types',
    detail: { refused: [{ reason: 'not_published' }] },
  })
  const described = async () => {
    const { webhooks } = (await service.get('/openapi.json')).body
    return Object.keys(webhooks as object).includes('market_integrity.event')
  }
  expect(await described()).toBe(false)
  await publish('published')
  expect(typesOf(await list())).toContain('market_integrity.event')
  const { id } = await subscriber.create({ eventTypes })
  expect(await described()).toBe(true)
  await publish('withheld')
  expect(typesOf(await list())).not.toContain('market_integrity.event')
  expect((await subscriber.send(`GET /api/webhooks/${id}`)).body).toMatchObject({
    eventTypes,
    status: 'active',
  })
})

test('a renamed project is shown by its current slug [contract GET /api/webhooks/{id}]', async () => {
  const { slug } = await storeToken({}, service.database)
  const newSlug = `${slug.slice(0, 30)}-new`
  const { id } = await subscriber.create({ projects: [slug] })
  await renameProject({ slug, newSlug }, { database: service.database, now: NOW })
  expect((await subscriber.send(`GET /api/webhooks/${id}`)).body['projects']).toEqual([newSlug])
  const both = await subscriber.create({ projects: [slug, newSlug] })
  expect(both['projects']).toEqual([newSlug])
})

test("a hidden project keeps the caller's own word, and nothing explains it", async () => {
  const { slug } = await storeToken({}, service.database)
  const newSlug = `${slug.slice(0, 30)}-new`
  const { id } = await subscriber.create({ projects: [slug] })
  const at = { database: service.database, now: NOW }
  await renameProject({ slug, newSlug }, at)
  const before = await subscriber.send(`GET /api/webhooks/${id}`)
  await hideProject({ slug }, at)
  await renameProject({ slug, newSlug: `${newSlug}er` }, at)
  const hidden = await subscriber.send(`GET /api/webhooks/${id}`)
  expect(hidden.body).toEqual({ ...before.body, projects: [slug] })
  const again = await subscriber.send(`PATCH /api/webhooks/${id}`, { projects: [slug] })
  expect([again.status, again.body['detail']]).toEqual([400, { unknown: [slug] }])
  await publishProject({ slug }, at)
  expect((await subscriber.send(`GET /api/webhooks/${id}`)).body['projects']).toEqual([`${newSlug}er`])
})
