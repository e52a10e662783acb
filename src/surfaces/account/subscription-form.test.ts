import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { aProject } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import {
  createWebhook,
  openWebhookOwner,
  subscriptionOf,
  type WebhookOwner,
} from '#test/webhooks/webhook-owner.ts'

const service = await httpServiceOfFile()
const openOwner = () => openWebhookOwner(service)

/** The fields that the form of a subscription sends, as the page shows them. */
async function shownFields({ browser }: WebhookOwner, id: string): Promise<Readonly<Record<string, string>>> {
  return fieldsIn((await browser.get(`/account/webhooks/${id}/edit`)).text)
}

function fieldsIn(text: string): Readonly<Record<string, string>> {
  const value = (name: string) => String(new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1])
  const ticked = [...text.matchAll(/value="([^"]+)" checked/g)].map(([, type]) => String(type))
  return {
    url: value('url'),
    description: value('description'),
    projects: value('projects'),
    ...(ticked.length > 0 && { eventTypes: ticked.join() }),
    shown: value('shown'),
  }
}

/** Opens the form of a subscription and sends fields in place of those that it shows. */
async function saveEdited(owner: WebhookOwner, id: string, fields: Readonly<Record<string, string>>) {
  const { shown = '' } = await shownFields(owner, id)
  return owner.browser.post(`/account/webhooks/${id}/edit`, { shown, ...fields })
}

test('the edit form changes the URL, event types, projects and description as the API does', async () => {
  const owner = await openOwner()
  const project = await aProject({}, service.database)
  const { id } = await createWebhook(owner, { description: 'Mine' })
  const before = await subscriptionOf(id, owner)
  const edited = {
    url: 'https://hooks.example/edited',
    description: '',
    projects: ` ${project.slug} `,
    eventTypes: 'build.release',
  }
  const { status, headers } = await saveEdited(owner, id, edited)
  expect([status, headers['location']]).toEqual([303, `/account/webhooks/${id}`])
  expect(await subscriptionOf(id, owner)).toEqual({
    ...before,
    url: edited.url,
    description: null,
    projects: [project.slug],
    eventTypes: ['build.release'],
    backlog: { ...(before['backlog'] as object), deliveries: 2 },
  })
  expect(await shownFields(owner, id)).toMatchObject({ ...edited, projects: project.slug })
  expect((await saveEdited(owner, id, { url: edited.url })).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ projects: null, eventTypes: null })
})

test.each([
  ['url', { url: 'https://127.0.0.1/' }, 'Invalid `url`'],
  ['empty url', { url: '' }, 'Invalid `url`'],
  ['description', { description: 'x'.repeat(201) }, 'Invalid `description`'],
  ['event type', { eventTypes: 'market.volume_spike' }, 'market.volume_spike: '],
  ['project', { projects: 'never-was' }, 'Not one: never-was.'],
])('the edit form refuses an invalid %s beside its field, and changes nothing', async (_, fields, words) => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  const before = await subscriptionOf(id, owner)
  const typed = { url: 'https://hooks.example/other', description: 'Typed', ...fields }
  const [field] = Object.keys(fields)
  const refused = await saveEdited(owner, id, typed)
  expect(refused.status).toBe(400)
  expect(new RegExp(`id="${field}-fault">([^<]*)<`).exec(refused.text)?.[1]).toContain(words)
  expect(refused.text).toContain(`<a href="#${field}">`)
  for (const text of Object.values(typed)) expect(refused.text).toContain(`value="${text}"`)
  expect(await subscriptionOf(id, owner)).toEqual(before)
})

test('the edit form of an old tab changes only the fields that were changed in it', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner, { description: 'Mine' })
  const old = await shownFields(owner, id)
  const body = { url: 'https://hooks.example/moved', eventTypes: ['build.release'] }
  await service.send(`PATCH /api/webhooks/${id}`, { ...owner, body })
  const path = `/account/webhooks/${id}/edit`
  expect((await owner.browser.post(path, { ...old, description: 'Later' })).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ ...body, description: 'Later' })
})

test('the edit form keeps the line ends of a description that the API was given', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  await service.send(`PATCH /api/webhooks/${id}`, { ...owner, body: { description: 'One\nTwo' } })
  const shown = await shownFields(owner, id)
  const sent = { ...shown, description: 'OneTwo', url: 'https://hooks.example/other' }
  expect((await owner.browser.post(`/account/webhooks/${id}/edit`, sent)).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ url: sent.url, description: 'One\nTwo' })
})

test('the edit form asks again before it replaces a field that was changed elsewhere', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner, { eventTypes: 'build.release' })
  const old = await shownFields(owner, id)
  const body = { url: 'https://hooks.example/moved', description: 'Theirs' }
  await service.send(`PATCH /api/webhooks/${id}`, { ...owner, body })
  const path = `/account/webhooks/${id}/edit`
  const asked = await owner.browser.post(path, { ...old, description: 'Mine' })
  expect([asked.status, asked.text.includes('It is now: Theirs.')]).toEqual([409, true])
  expect(asked.text).toMatch(/id="description"[^>]* value="Mine"[^>]*aria-invalid/)
  expect(await subscriptionOf(id, owner)).toMatchObject(body)
  const again = fieldsIn(asked.text)
  expect(again).toMatchObject({ url: body.url, description: 'Mine', eventTypes: 'build.release' })
  expect((await owner.browser.post(path, again)).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ url: body.url, description: 'Mine' })
})

test('the edit form is refused without what it showed', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  const path = `/account/webhooks/${id}/edit`
  const refused = await owner.browser.post(path, { url: 'https://hooks.example/other' })
  expect([refused.status, refused.text.includes('The form is not complete.')]).toEqual([400, true])
})

test('the edit form does not judge again what stays, such as a project that is not published any more', async () => {
  const owner = await openOwner()
  const project = await aProject({}, service.database)
  const { id } = await createWebhook(owner, { projects: project.slug })
  await service.database
    .updateTable('projects')
    .set({ state: 'hidden', hidden_at: NOW })
    .where('id', '=', project.id)
    .execute()
  const shown = await shownFields(owner, id)
  const path = `/account/webhooks/${id}/edit`
  expect((await owner.browser.post(path, { ...shown, description: 'Later' })).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ description: 'Later', projects: [project.slug] })
})

test('the edit form keeps a type that is not offered any more, and does not turn to every type', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  await service.database
    .updateTable('webhook_subscriptions')
    .set({ event_types: ['market_integrity.event'] })
    .where('id', '=', id)
    .execute()
  const shown = await shownFields(owner, id)
  expect(shown).toMatchObject({ eventTypes: 'market_integrity.event' })
  const sent = { ...shown, url: 'https://hooks.example/other' }
  expect((await owner.browser.post(`/account/webhooks/${id}/edit`, sent)).status).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({
    url: sent.url,
    eventTypes: ['market_integrity.event'],
  })
})

test('the edit form counts as a change of the API in the hour', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  const body = { description: 'One of many' }
  for (let call = 1; call < LIMITS.callsPerHour.change; call += 1)
    await service.send(`PATCH /api/webhooks/${id}`, { ...owner, body })
  const path = `/account/webhooks/${id}/edit`
  const shown = await shownFields(owner, id)
  const statuses = [await owner.browser.post(path, shown), await owner.browser.post(path, shown)]
  expect(statuses.map(({ status }) => status)).toEqual([303, 429])
})

test('the edit form is refused when its token is of the session before', async () => {
  const owner = await openOwner()
  const { id } = await createWebhook(owner)
  const before = await subscriptionOf(id, owner)
  const { text } = await owner.browser.get(`/account/webhooks/${id}/edit`)
  const token = String(/name="token" value="([^"]+)"/.exec(text)?.[1])
  await owner.browser.post('/account/sign-out')
  await owner.browser.get('/account')
  await owner.browser.signIn()
  const fields = { url: 'https://attacker.example/' }
  const path = `/account/webhooks/${id}/edit`
  expect((await owner.browser.post(path, fields, { token })).status).toBe(403)
  expect(
    (await owner.browser.post(path, fields, { headers: { origin: 'https://attacker.example' } })).status,
  ).toBe(403)
  expect(await subscriptionOf(id, owner)).toEqual(before)
})
