import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { openAccountBrowser } from '#test/service/account-browser.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'
import { createWebhook as create, openWebhookOwner, subscriptionOf } from '#test/webhooks/webhook-owner.ts'
import { openWebhookStage } from '#test/webhooks/webhooks.ts'

const opened = await fileDatabase()
const stage = await openWebhookStage({ opened })
const service = await httpServiceOfFile({ database: opened.database })

const openOwner = () => openWebhookOwner(service)

/** A DEAD delivery of an event. */
async function aDeadDelivery(subscriptionId: string): Promise<string> {
  const project = await stage.project()
  await stage.say(project, { id: `e ${randomUUID()}` })
  await stage.fanOut()
  const row = (await stage.deliveries(subscriptionId)).find(({ kind }) => kind === 'event')
  const id = String(row?.id)
  await opened.database
    .updateTable('webhook_deliveries')
    .set({ status: 'DEAD', failures: 7, attempts: 7, due_at: null, settled_at: NOW })
    .where('id', '=', id)
    .execute()
  return id
}

test('a webhook needs a valid key of its account, as in the API', async () => {
  const browser = await openAccountBrowser(service)
  await browser.signUp()
  const { text } = await browser.get('/account')
  expect(text).toContain('<a href="#keys">Create a key first</a>')
  expect(text).not.toContain('action="/account/webhooks"')
  const refused = await browser.post('/account/webhooks', { url: 'https://hooks.example/' })
  expect([refused.status, refused.text.includes('Create a key first')]).toEqual([401, true])
  expect(refused.text).toContain('<title>Not done</title>')
  await browser.post('/account/keys', { name: 'Mine' })
  expect((await browser.get('/account')).text).toContain('action="/account/webhooks"')
})

test('a webhook is created as the API creates one, and its secret is shown once', async () => {
  const owner = await openOwner()
  const { status, text, id } = await create(owner, { description: 'Mine', eventTypes: 'build.release' })
  expect(status).toBe(200)
  const secret = String(/whsec_[\w+/-]+=*/.exec(text)?.[0])
  expect(await subscriptionOf(id, owner)).toMatchObject({
    status: 'active',
    description: 'Mine',
    eventTypes: ['build.release'],
    projects: null,
    backlog: { deliveries: 1 },
  })
  const page = await owner.browser.get(`/account/webhooks/${id}`)
  expect(page.text).toContain('<code>ping</code>')
  expect(page.text).toContain(`&quot;subscriptionId&quot;: &quot;${id}&quot;`)
  expect(page.text).not.toContain(secret)
  expect(JSON.stringify([service.lines, service.errors])).not.toContain(secret)
})

test.each([
  [{ url: 'http://hooks.example/' }, 'Invalid `url`'],
  [{ url: 'https://127.0.0.1/' }, 'Invalid `url`'],
  [{ url: '' }, 'Invalid `url`'],
  [{ eventTypes: 'market.volume_spike' }, 'Invalid `eventTypes`'],
  [{ projects: 'never-was' }, 'Invalid `projects`'],
])('%j is refused in the words of the API', async (fields, words) => {
  const refused = await create(await openOwner(), fields)
  expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
})

test('a refused form is shown again with the fault beside its field and what was typed', async () => {
  const refused = await create(await openOwner(), {
    url: 'https://hooks.example/<mine>',
    description: 'Mine',
    projects: 'never-was nor-this',
    eventTypes: 'build.release',
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Not one: never-was, nor-this.')
  expect(refused.text).toMatch(
    /id="projects"[^>]*aria-describedby="projects-help projects-fault"[^>]*aria-invalid/,
  )
  expect(refused.text).toContain('value="https://hooks.example/&lt;mine&gt;"')
  expect(refused.text).toContain('value="Mine"')
  expect(refused.text).toContain('value="build.release" checked')
})

test('a webhook is pinged, rotated, disabled, enabled with its gap, and removed', async () => {
  const owner = await openOwner()
  const { browser } = owner
  const { id } = await create(owner)
  const act = async (does: string) => (await browser.post(`/account/webhooks/${id}/${does}`)).status
  expect(await act('ping')).toBe(303)
  expect(await subscriptionOf(id, owner)).toMatchObject({ backlog: { deliveries: 2 } })
  const rotated = await browser.post(`/account/webhooks/${id}/rotate`)
  expect(rotated.text).toContain('The new secret of your webhook')
  expect(await act('disable')).toBe(303)
  expect(await act('ping')).toBe(409)
  const disabled = (await browser.get(`/account/webhooks/${id}`)).text
  expect(disabled).toContain('<strong>disabled</strong>: by the account')
  expect(disabled).toContain('Later events are sent once it is enabled.')
  await stage.say(await stage.project(), { id: `e ${randomUUID()}` })
  expect(await act('enable')).toBe(303)
  const { gap } = await subscriptionOf(id, owner)
  const enabled = (await browser.get(`/account/webhooks/${id}`)).text
  expect(enabled).toContain(`/api/changes?after=${(gap as { after: string }).after}`)
  expect(await act('remove')).toBe(303)
  expect((await browser.get(`/account/webhooks/${id}`)).status).toBe(404)
})

test('a subscription that ten dead deliveries disabled says so', async () => {
  const owner = await openOwner()
  const { id } = await create(owner)
  await opened.database
    .updateTable('webhook_subscriptions')
    .set({ status: 'disabled', disabled_because: 'ten_dead_deliveries', disabled_at: NOW, gap_after: 0 })
    .where('id', '=', id)
    .execute()
  expect((await owner.browser.get('/account')).text).toContain(
    'disabled: ten deliveries in a row were given up',
  )
})

test('a dead delivery is shown with its attempts, its body and the answer, and is sent again', async () => {
  const owner = await openOwner()
  const { id } = await create(owner)
  const delivery = await aDeadDelivery(id)
  await opened.database
    .insertInto('webhook_attempts')
    .values({
      delivery_id: delivery,
      subscription_id: id,
      number: 1,
      started_at: NOW,
      ended_at: NOW,
      outcome: 'status',
      status_code: 500,
      latency_ms: 7,
      excerpt: '<b>down</b>',
    })
    .execute()
  const { text } = await owner.browser.get(`/account/webhooks/${id}?status=DEAD`)
  expect(text).toContain('<q class="said">&lt;b&gt;down&lt;/b&gt;</q>')
  expect(text).toContain(`&quot;deliveryId&quot;: &quot;${delivery}&quot;`)
  expect(text).not.toContain('<code>ping</code>')
  const again = `/account/webhooks/${id}/deliveries/${delivery}/redeliver`
  expect((await owner.browser.post(again)).status).toBe(303)
  const log = await service.send(`GET /api/webhooks/${id}/deliveries`, owner)
  expect(log.body['items']).toContainEqual(
    expect.objectContaining({ deliveryId: delivery, status: 'QUEUED' }),
  )
  const refused = await owner.browser.post(again)
  expect([refused.status, refused.text.includes('only a DEAD delivery')]).toEqual([409, true])
})

test('the hourly limits are those of the API, and count its calls too', async () => {
  const owner = await openOwner()
  const { id } = await create(owner)
  const most = LIMITS.callsPerHour.rotate
  for (let call = 0; call < most; call += 1)
    if (call % 2 === 0) await service.send(`POST /api/webhooks/${id}/rotate`, owner)
    else await owner.browser.post(`/account/webhooks/${id}/rotate`)
  const refused = await owner.browser.post(`/account/webhooks/${id}/rotate`)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await service.send(`POST /api/webhooks/${id}/rotate`, owner)).status).toBe(429)
})

test('an account has at most five webhooks', async () => {
  const owner = await openOwner()
  for (let number = 0; number < 5; number += 1) await create(owner)
  expect((await create(owner)).status).toBe(409)
})

describe('what another account has', () => {
  test('is like what never was: no page and no action tells or changes it', async () => {
    const [mine, theirs] = [await openOwner(), await openOwner()]
    const { id } = await create(theirs)
    const delivery = await aDeadDelivery(id)
    const shown = (await theirs.browser.get('/account')).text
    const idOf = (kind: string) => String(new RegExp(`/account/${kind}/([\\w-]+)/`).exec(shown)?.[1])
    const before = await subscriptionOf(id, theirs)
    const never = randomUUID()
    const answers = async (webhook: string, sent: string, keyId: string) => {
      const paths = [
        `keys/${keyId}/revoke`,
        `passkeys/${keyId}/remove`,
        ...['edit', 'ping', 'rotate', 'disable', 'enable', 'remove'].map(
          (does) => `webhooks/${webhook}/${does}`,
        ),
        `webhooks/${webhook}/deliveries/${sent}/redeliver`,
      ]
      const all = []
      for (const path of paths)
        all.push(plain(await mine.browser.post(`/account/${path}`, { url: 'https://mine.example/' })))
      for (const path of [webhook, `${webhook}/edit`])
        all.push(plain(await mine.browser.get(`/account/webhooks/${path}`)))
      return all
    }
    const plain = ({ status, text }: { status: number; text: string }) => ({
      status,
      main: /<main.*<\/main>/s.exec(text)?.[0],
    })
    const ofTheirs = await answers(id, delivery, idOf('keys'))
    expect(ofTheirs.map(({ status }) => status)).toEqual(Array(11).fill(404))
    expect(ofTheirs).toEqual(await answers(never, never, never))
    expect(await subscriptionOf(id, theirs)).toEqual(before)
  })

  test('a delivery of another subscription is not sent again through one of mine', async () => {
    const [mine, theirs] = [await openOwner(), await openOwner()]
    const own = await create(mine)
    const delivery = await aDeadDelivery((await create(theirs)).id)
    const refused = await mine.browser.post(`/account/webhooks/${own.id}/deliveries/${delivery}/redeliver`)
    expect(refused.status).toBe(404)
  })
})

test('where keys are closed, webhooks are too', async () => {
  const owner = await openOwner()
  const closed = await openHttpService({ database: opened.database, keys: 'closed' })
  try {
    const browser = await openAccountBrowser(closed, { cookie: owner.browser.cookie() })
    const refused = await browser.post('/account/webhooks', { url: 'https://hooks.example/' })
    expect(refused.status).toBe(401)
  } finally {
    await closed[Symbol.asyncDispose]()
  }
})
