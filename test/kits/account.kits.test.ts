import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { holdAccount } from '#operator/accounts.ts'
import { aProject } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { type HttpService, NOW, openHttpService } from '#test/service/http-service.ts'
import { answering, startReceiver } from '#test/webhooks/receiver.ts'
import { openWebhookStage } from '#test/webhooks/webhooks.ts'
import { openDestinationCheck } from '#webhooks/check-destination.ts'
import { openSigner } from '#webhooks/sign.ts'
import { openChromium, type Tab } from '../../tools/chromium.ts'
import { addAuthenticator } from './virtual-authenticator.ts'
import { openTab, sidewaysOf, sizeOf, violationsOf } from './watched-tab.ts'

let service: HttpService
let home: string
const opened = await fileDatabase()
const stage = await openWebhookStage({ opened })
const receiver = await forFile(startReceiver())
const browser = await forFile(openChromium())

/** Every browser of these tests is one client, so each test has the limits of a day and of a minute for itself. */
beforeEach(async () => {
  await opened.database.deleteFrom('sign_ups').execute()
  const port = await findFreePort()
  service = await openHttpService({
    database: opened.database,
    baseUrl: `http://127.0.0.1:${port}`,
    webhooks: {
      signer: openSigner('a master key of tests'),
      checkDestination: openDestinationCheck({
        rules: { production: false, ownHosts: [], originAddresses: [] },
        resolver: { resolve4: async () => [], resolve6: async () => [] },
      }),
    },
  })
  await service.server.listen({ host: '127.0.0.1', port })
  home = `http://localhost:${port}`
})
afterEach(() => service[Symbol.asyncDispose]())

/** A tab with an authenticator, on the account page. */
async function openAccount(viewport = sizeOf(1280)) {
  const watched = await openTab({ browser, home }, { viewport })
  const authenticator = await addAuthenticator(watched.context, watched.tab)
  await watched.tab.goto(`${home}/account`)
  return { ...watched, authenticator }
}

/** What the browser writes to its console when the answer to a form is 400. */
const REFUSED_FORM =
  'console: Failed to load resource: the server responded with a status of 400 (Bad Request)'

const submit = (action: string) => `form[action="${action}"] button`
const secretOf = async (tab: Tab) => {
  await tab.waitForSelector('#secret')
  return await tab.evaluate<string>(`document.querySelector('#secret').textContent`)
}
const isSignedIn = (tab: Tab) => tab.waitForSelector(submit('/account/sign-out'))
const isSignedOut = (tab: Tab) => tab.waitForSelector(submit('/account/sign-in'))
/** Opens the confirmation of a form, and confirms it. */
async function confirm(tab: Tab, action: string) {
  await tab.click(`details:has(form[action="${action}"]) > summary`)
  await tab.click(submit(action))
}
const actionOf = (tab: Tab, start: string, end: string) =>
  tab.evaluate<string>(
    `document.querySelector('form[action^="${start}"][action$="${end}"]').getAttribute('action')`,
  )

async function signUp(tab: Tab): Promise<string> {
  await tab.click(submit('/account/sign-up'))
  const code = await secretOf(tab)
  await tab.goto(`${home}/account`)
  await isSignedIn(tab)
  return code
}

async function createKey(tab: Tab): Promise<string> {
  await tab.fill('#key-name', 'My bot')
  await tab.click(submit('/account/keys'))
  return await secretOf(tab)
}

async function createWebhook(tab: Tab, path: string): Promise<string> {
  await tab.goto(`${home}/account`)
  await tab.fill('#url', `${receiver.url}${path}`)
  await tab.click(submit('/account/webhooks'))
  expect(await secretOf(tab)).toMatch(/^whsec_/)
  const href = await tab.evaluate<string>(
    `document.querySelector('a[href^="/account/webhooks/"]').getAttribute('href')`,
  )
  return href
}

test('a person signs up, adds a passkey, makes a key and a webhook, recovers, and signs out', {
  timeout: 600_000,
}, async () => {
  await using account = await openAccount()
  const { tab, authenticator } = account
  const code = await signUp(tab)

  await authenticator.replace()
  await tab.fill('#passkey-name', 'Phone')
  await tab.click(submit('/account/passkeys'))
  await tab.waitForSelector('#passkeys tbody tr:nth-child(2)')
  await tab.click(submit('/account/sign-out'))
  await isSignedOut(tab)
  await tab.click(submit('/account/sign-in'))
  await isSignedIn(tab)

  const key = await createKey(tab)
  expect((await service.send('GET /api/webhooks', { key })).status).toBe(200)

  receiver.answer = answering(204)
  const webhook = await createWebhook(tab, '/hook')
  await stage.deliver()
  expect(receiver.received.map(({ body }) => body['type'])).toEqual(['ping'])
  receiver.answer = answering(500)
  await stage.say(await stage.project(), { id: 'event 1' })
  await stage.fanOut()
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await stage.deliver()
    stage.pass(86_400_000)
  }
  await tab.goto(`${home}${webhook}?status=DEAD`)
  const again = await actionOf(tab, `${webhook}/deliveries/`, '/redeliver')
  receiver.answer = answering(204)
  await tab.click(submit(again))
  await tab.waitForURL(({ search }) => search === '')
  await stage.deliver()
  const sent = receiver.received.filter(({ body }) => body['type'] === 'build.release')
  expect(new Set(sent.map(({ body }) => body['deliveryId'])).size).toBe(1)
  expect(sent).toHaveLength(8)

  await tab.goto(`${home}/account`)
  await confirm(tab, await actionOf(tab, '/account/keys/', '/revoke'))
  await tab.waitForSelector('#keys td .clock:has-text("revoked")')
  service.forget()
  expect((await service.send('GET /api/webhooks', { key })).status).toBe(401)

  await authenticator.replace()
  await tab.click(submit('/account/sign-out'))
  await isSignedOut(tab)
  await tab.fill('#code', code)
  await tab.click(submit('/account/recover'))
  expect(await secretOf(tab)).not.toBe(code)
  await tab.goto(`${home}/account`)
  await tab.click(submit('/account/sign-out-everywhere'))
  await isSignedOut(tab)
  expect(await account.faults()).toEqual([])
})

test('a person edits a webhook, and is shown what is wrong beside what was typed', {
  timeout: 600_000,
}, async () => {
  await using account = await openAccount()
  const { tab } = account
  await signUp(tab)
  const key = await createKey(tab)
  const webhook = await createWebhook(tab, '/before')
  const stored = async () => (await service.send(`GET ${webhook.replace('/account', '/api')}`, { key })).body
  const { slug } = await aProject({}, opened.database)

  await tab.goto(`${home}${webhook}`)
  await tab.click(`a[href="${webhook}/edit"]`)
  await tab.waitForSelector(submit(`${webhook}/edit`))
  await tab.fill('#url', `${receiver.url}/after`)
  await tab.fill('#description', 'Only releases')
  await tab.fill('#projects', `${slug} never-was`)
  await tab.click('#eventTypes summary')
  await tab.click('input[value="build.release"]')
  await tab.click(submit(`${webhook}/edit`))
  await tab.waitForSelector('#projects-fault')
  expect(await tab.evaluate('document.querySelector("#projects-fault").textContent')).toContain('never-was')
  expect(await stored()).toMatchObject({ url: `${receiver.url}/before`, projects: null })

  await tab.fill('#projects', String(slug))
  await tab.click(submit(`${webhook}/edit`))
  await tab.waitForURL((url) => url.href === `${home}${webhook}`)
  expect(await stored()).toMatchObject({
    url: `${receiver.url}/after`,
    description: 'Only releases',
    projects: [slug],
    eventTypes: ['build.release'],
  })
  expect(await account.faults()).toEqual([REFUSED_FORM])
})

test('a form of the session before does not edit a webhook', async () => {
  await using account = await openAccount()
  const { tab } = account
  await signUp(tab)
  await createKey(tab)
  const webhook = await createWebhook(tab, '/mine')
  const formOf = async () => {
    await tab.goto(`${home}${webhook}/edit`)
    await tab.fill('#url', `${receiver.url}/moved`)
    return await tab.evaluate<string>(
      `String(new URLSearchParams(new FormData(document.querySelector('form[action="${webhook}/edit"]'))))`,
    )
  }
  const send = (form: string) =>
    tab.evaluate<number>(
      `fetch('${webhook}/edit', { method: 'POST', body: new URLSearchParams('${form}') }).then(({ status }) => status)`,
    )
  const before = await formOf()
  await tab.goto(`${home}/account`)
  await tab.click(submit('/account/sign-out'))
  await isSignedOut(tab)
  await tab.click(submit('/account/sign-in'))
  await isSignedIn(tab)
  expect(await send(before)).toBe(403)
  await tab.goto(`${home}${webhook}`)
  expect(await tab.evaluate('document.querySelector(".lead").textContent')).toBe(`${receiver.url}/mine`)
  expect(await send(await formOf())).toBe(200)
})

const THEMES = ['light', 'dark'] as const
const WIDTHS = [375, 1280]

test('the pages of an account are accessible in light and dark, at 375 and 1280 px', {
  timeout: 600_000,
}, async () => {
  await using account = await openAccount()
  const { tab } = account
  const check = async (name: string) => {
    for (const colorScheme of THEMES)
      for (const width of WIDTHS) {
        await tab.emulateMedia({ colorScheme })
        await tab.setViewportSize(sizeOf(width))
        const at = `${name}, ${colorScheme}, ${width} px`
        expect.soft([at, await sidewaysOf(tab), await violationsOf(tab)]).toEqual([at, 0, []])
      }
  }
  await check('signed-out')
  await signUp(tab)
  await createKey(tab)
  await check('new-key')
  const webhook = await createWebhook(tab, '/checked')
  await check('new-webhook')
  receiver.answer = answering(500)
  await stage.deliver()
  await tab.goto(`${home}${webhook}`)
  await check('webhook')
  await tab.goto(`${home}${webhook}/edit`)
  await check('edit-webhook')
  await tab.fill('#projects', 'never-was')
  await tab.click(submit(`${webhook}/edit`))
  await tab.waitForSelector('#projects-fault')
  await check('refused-edit')
  await tab.goto(`${home}${webhook}`)
  await confirm(tab, `${webhook}/disable`)
  await check('disabled-webhook')
  await tab.goto(`${home}/account`)
  await check('account')
  const name = await tab.evaluate<string>(`document.querySelector('.lead code').textContent`)
  await holdAccount({ name, reason: 'Unpaid since October' }, { database: opened.database, now: NOW })
  await tab.goto(`${home}/account`)
  await check('held')
  await confirm(tab, '/account/recovery-code')
  await check('new-code')
  expect(await account.faults()).toEqual([REFUSED_FORM])
})

/** The rows of tables and the rows of figures that are higher than 300 px, with their height. */
const HIGH_ROWS = `[...document.querySelectorAll('main tr, main .list > div')]
  .map((row) => [row.textContent.slice(0, 20), row.getBoundingClientRect().height])
  .filter(([, height]) => height > 300)`

test('long names of keys, long URLs and long answers stay within the page at 375 px', async () => {
  await using account = await openAccount(sizeOf(375))
  const { tab } = account
  const check = async (name: string) =>
    expect.soft([name, await sidewaysOf(tab), await tab.evaluate(HIGH_ROWS)]).toEqual([name, 0, []])
  await signUp(tab)
  await tab.fill('#key-name', 'k'.repeat(100))
  await tab.click(submit('/account/keys'))
  await secretOf(tab)
  const webhook = await createWebhook(tab, `/${'u'.repeat(2000)}`)
  receiver.answer = answering(500)
  await stage.deliver()
  await opened.database
    .updateTable('webhook_attempts')
    .set({ excerpt: 'a'.repeat(256) })
    .execute()
  await tab.goto(`${home}/account`)
  await check('account')
  await tab.goto(`${home}${webhook}`)
  await tab.waitForSelector('.delivery q.said')
  await check('webhook')
})

/** A page of another site whose form is sent as soon as it is open. */
async function openAttack(host: string, action: string) {
  const form = `<form method="post" action="${action}"><input name="name" value="stolen"></form><script>document.forms[0].submit()</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(form)
  })
  const listening = await listenOnLoopback(server)
  return { ...listening, url: `http://${host}:${listening.port}/` }
}

const countKeys = async () => (await opened.database.selectFrom('api_keys').select('id').execute()).length

test.each([
  ['another site', '127.0.0.1'],
  ['the same site on another port, which gets the cookie', 'localhost'],
])('a form that %s sends for a person who is signed in changes nothing', async (_, host) => {
  await using account = await openAccount()
  const { tab } = account
  await signUp(tab)
  const before = await countKeys()
  await using attack = await openAttack(host, `${home}/account/keys`)
  await tab.goto(attack.url)
  await tab.waitForURL((url) => url.href === `${home}/account/keys`)
  expect(await tab.evaluate('document.querySelector("h1").textContent')).toBe('Not done')
  expect(await countKeys()).toBe(before)
  await tab.goto(`${home}/account`)
  await isSignedIn(tab)
})

test('a session that an attacker planted is not the one that a person signs in to', async () => {
  await using attacker = await openAccount()
  await using victim = await openAccount()
  const token = 'a'.repeat(43)
  const planted = { name: 'svc-account', value: token, url: home }
  for (const { tab, authenticator } of [attacker, victim]) {
    await authenticator.session.send('Network.setCookie', planted)
    await tab.goto(`${home}/account`)
  }
  await signUp(victim.tab)
  await attacker.tab.goto(`${home}/account`)
  await isSignedOut(attacker.tab)
})

/** Answers a challenge to sign in, and sends the answer twice. The statuses of both. */
const SIGN_IN_TWICE = `(async () => {
  const form = document.querySelector('form[action="/account/sign-in"]')
  const send = (path, body) => fetch(path, { method: 'POST', body, redirect: 'manual', headers: { accept: 'application/json' } })
  const asked = await (await send(form.dataset.challenge, new URLSearchParams(new FormData(form)))).json()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked)
  form.elements.passkey.value = JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON())
  const answer = new URLSearchParams(new FormData(form))
  const [first, second] = [await send(form.action, answer), await send(form.action, answer)]
  return [first.type, second.status]
})()`

test('an answer to a challenge is taken once', async () => {
  await using account = await openAccount()
  const { tab } = account
  await signUp(tab)
  await tab.click(submit('/account/sign-out'))
  await isSignedOut(tab)
  expect(await tab.evaluate(SIGN_IN_TWICE)).toEqual(['opaqueredirect', 403])
})

test('the ids of another account lead nowhere', async () => {
  await using mine = await openAccount()
  await using theirs = await openAccount()
  await signUp(mine.tab)
  await signUp(theirs.tab)
  await createKey(theirs.tab)
  const webhook = await createWebhook(theirs.tab, '/theirs')
  await theirs.tab.goto(`${home}/account`)
  const revoke = await actionOf(theirs.tab, '/account/keys/', '/revoke')
  await createKey(mine.tab)
  for (const path of [webhook, `${webhook}/edit`])
    expect((await mine.tab.goto(`${home}${path}`))?.status()).toBe(404)
  await mine.tab.goto(`${home}/account`)
  for (const action of [
    revoke,
    `${webhook}/edit`,
    `${webhook}/rotate`,
    `${webhook}/remove`,
    `${webhook}/disable`,
  ]) {
    const status =
      await mine.tab.evaluate<number>(`fetch('${action}', { method: 'POST', body: new URLSearchParams(
      new FormData(document.querySelector('form[action="/account/sign-out"]'))) }).then(({ status }) => status)`)
    expect([action, status]).toEqual([action, 404])
  }
  expect((await theirs.tab.goto(`${home}${webhook}`))?.status()).toBe(200)
})

test('at an address to which no passkey belongs, the page says where it is', async () => {
  await using account = await openAccount()
  const { tab } = account
  await tab.goto(`${home.replace('localhost', '127.0.0.1')}/account`)
  await tab.click('main a')
  await tab.waitForURL((url) => url.href === `${home}/account`)
  await isSignedOut(tab)
})
