import { describe, expect, test } from 'vitest'
import { inviteAccount } from '#operator/accounts.ts'
import { type AccountBrowser, openAccountBrowser } from '#test/service/account-browser.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

/** A browser that signed up. */
async function openOwner(options: { readonly cookie?: string } = {}): Promise<AccountBrowser> {
  const browser = await openAccountBrowser(service, options)
  expect((await browser.signUp()).status).toBe(200)
  await browser.get('/account')
  return browser
}

const keyIn = (text: string) => String(/svc_[\w-]{43}/.exec(text)?.[0])
const idsIn = (text: string, path: string) =>
  [...text.matchAll(new RegExp(`action="/account/${path}/([^/"]+)/`, 'g'))].map(([, id]) => String(id))
const isOwner = async (browser: AccountBrowser) => (await browser.get('/account')).text.includes('Sign out')

test('the page of a browser without a session is private and offers sign-in, sign-up and recovery', async () => {
  const browser = await openAccountBrowser(service)
  const { status, headers, text } = await browser.get('/account')
  expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
    200,
    'private, no-store',
    'noindex, nofollow',
  ])
  expect(text).toContain('<h1>Sign in or sign up</h1>')
  for (const action of ['sign-in', 'sign-up', 'recover'])
    expect(text).toContain(`action="/account/${action}"`)
  expect(headers['content-security-policy']).not.toContain('unsafe')
})

test('the cookie is of this host and origin alone, and of no script', async () => {
  const first = await service.get('/account', { host: 'svc.example' })
  expect(first.headers['set-cookie']).toMatch(
    /^__Host-svc-account=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const browser = await openAccountBrowser(service)
  expect((await browser.signUp()).headers['set-cookie']).toMatch(
    /^__Host-svc-account=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a key is shown once, works, has its use on the page, and is refused once revoked', async () => {
  const browser = await openOwner()
  const created = await browser.post('/account/keys', { name: 'Bot <b>' })
  const key = keyIn(created.text)
  expect([created.status, created.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect((await service.send('GET /api/webhooks', { key })).status).toBe(200)
  const { text } = await browser.get('/account')
  expect(text).toContain('Bot &lt;b&gt;')
  expect(text).toContain('1 of 120')
  expect(text).toContain('of 100,000')
  expect(text).not.toContain(key)
  const [id = ''] = idsIn(text, 'keys')
  expect((await browser.post(`/account/keys/${id}/revoke`)).status).toBe(303)
  await expect.poll(async () => (await service.send('GET /api/webhooks', { key })).status).toBe(401)
  expect(JSON.stringify([service.lines, service.errors])).not.toContain(key)
})

test.each([
  ['', 'Invalid name'],
  ['x'.repeat(101), 'Invalid name'],
  ['two\nlines', 'Invalid name'],
])('a key with the name %j is refused in words', async (name, words) => {
  const browser = await openOwner()
  const { status, text } = await browser.post('/account/keys', { name })
  expect([status, text.includes(words)]).toEqual([400, true])
})

test('a name that is too long is refused before the browser makes a passkey', async () => {
  const asked = { headers: { accept: 'application/json' } }
  const name = 'x'.repeat(101)
  const visitor = await openAccountBrowser(service)
  const owner = await openOwner()
  for (const [browser, path] of [
    [visitor, '/account/sign-up/challenge'],
    [owner, '/account/passkeys/challenge'],
  ] as const) {
    const refused = await browser.post(path, { name }, asked)
    expect([path, refused.status, JSON.parse(refused.text).error]).toEqual([path, 400, 'invalid_name'])
    expect((await browser.post(path, { name: name.slice(1) }, asked)).status).toBe(200)
    expect((await browser.get('/account')).text).toMatch(/id="passkey-name"[^>]* maxlength="100"/)
  }
})

test('an account creates at most ten keys an hour', async () => {
  const browser = await openOwner()
  for (let number = 0; number < 10; number += 1)
    expect((await browser.post('/account/keys', { name: `${number}` })).status).toBe(200)
  const { status, headers, text } = await browser.post('/account/keys', { name: 'more' })
  expect([status, headers['retry-after']]).toEqual([429, '3600'])
  expect(text).toContain('Come back in 1 hour.')
  const json = { headers: { accept: 'application/json' } }
  const data = await browser.post('/account/keys', { name: 'more' }, json)
  expect([data.status, data.headers['retry-after']]).toEqual([429, '3600'])
  expect(JSON.parse(data.text)).toMatchObject({ error: 'key_creations', retryAfterSeconds: 3600 })
})

test('a client that signed up too often in a day is told when it can again', async () => {
  const client = '192.0.2.78'
  for (let number = 0; number < 5; number += 1)
    expect((await (await openAccountBrowser(service, { client })).signUp()).status).toBe(200)
  const refused = await (await openAccountBrowser(service, { client })).signUp()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '86400'])
  expect(refused.text).toContain('Come back in 24 hours.')
})

const OUTDATED = 'this page is older than the last sign-in or sign-out of this browser'

describe('a form that the account page did not send', () => {
  const counted = async () => (await service.database.selectFrom('api_keys').select('id').execute()).length

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another subdomain', { origin: 'https://www.svc.example', 'sec-fetch-site': 'same-site' }],
    ['of another site, by the word of the browser', { 'sec-fetch-site': 'cross-site' }],
    ['of a page without an origin', { origin: 'null' }],
    ['of a browser that says nothing', { origin: undefined, 'sec-fetch-site': undefined }],
  ])('%s changes nothing', async (_, headers) => {
    const browser = await openOwner()
    const before = await counted()
    expect((await browser.post('/account/keys', { name: 'x' }, { headers })).status).toBe(403)
    expect(await counted()).toBe(before)
  })

  test('without its token, or with that of another browser, changes nothing', async () => {
    const [browser, other] = [await openOwner(), await openOwner()]
    const theirs = /name="token" value="([^"]+)"/.exec((await other.get('/account')).text)?.[1] ?? ''
    const before = await counted()
    for (const token of ['', theirs])
      expect((await browser.post('/account/keys', { name: 'x' }, { token })).status).toBe(403)
    expect((await browser.post('/account/keys', { name: 'x' }, { cookie: other.cookie() })).status).toBe(403)
    expect(await counted()).toBe(before)
  })

  test('of a session that has ended says so, and changes nothing', async () => {
    const browser = await openOwner()
    const token = /name="token" value="([^"]+)"/.exec((await browser.get('/account')).text)?.[1] ?? ''
    const before = await counted()
    const send = async (path: string) => {
      const { status, text } = await browser.post(path, { name: 'x' }, { token })
      return [status, /role="alert">([^:,]*)/.exec(text)?.[1]]
    }
    await browser.post('/account/sign-out')
    expect(await send('/account/keys')).toEqual([401, 'You are signed out'])
    expect(await send('/account/sign-out')).toEqual([401, 'You are signed out'])
    await browser.get('/account')
    expect(await send('/account/keys')).toEqual([401, 'You are signed out'])
    await browser.signIn()
    expect((await browser.post('/account/keys', { name: 'x' }, { token })).text).toContain(OUTDATED)
    expect(await counted()).toBe(before)
  })

  test('of a page from before the browser signed in says so', async () => {
    const browser = await openAccountBrowser(service)
    const token = /name="token" value="([^"]+)"/.exec((await browser.get('/account')).text)?.[1] ?? ''
    await browser.signUp()
    for (const path of ['/account/recover', '/account/sign-in/challenge']) {
      const refused = await browser.post(path, { code: 'x' }, { token })
      expect([refused.status, refused.text.includes(OUTDATED)]).toEqual([403, true])
    }
    expect(await isOwner(browser)).toBe(true)
  })

  test('of another type, or too large, is refused', async () => {
    const browser = await openOwner()
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await browser.post('/account/keys', { name: 'x' }, json)).status).toBe(415)
    expect((await browser.post('/account/keys', { name: 'x'.repeat(20_000) })).status).toBe(413)
  })

  test('needs no script where it comes from the page', async () => {
    const browser = await openOwner()
    const headers = { 'sec-fetch-site': undefined }
    expect((await browser.post('/account/keys', { name: 'x' }, { headers })).status).toBe(200)
  })
})

test('a form of a session that has ended shows what was typed again, and no secret', async () => {
  const browser = await openOwner()
  const token = /name="token" value="([^"]+)"/.exec((await browser.get('/account')).text)?.[1] ?? ''
  await browser.post('/account/sign-out')
  const typed = {
    url: 'https://hooks.example/<in>',
    description: 'For the desk',
    projects: ' ',
    code: 'the-code',
  }
  const ended = await browser.post('/account/webhooks', typed, { token })
  await browser.get('/account')
  await browser.signIn()
  const outdated = await browser.post('/account/webhooks', typed, { token })
  for (const { text } of [ended, outdated]) {
    const shown = [...text.matchAll(/<dt>([^<]+)<\/dt><dd><code>([^<]+)<\/code>/g)]
    expect(shown.map(([, name, value]) => [name, value])).toEqual([
      ['URL', 'https://hooks.example/&lt;in&gt;'],
      ['Description', 'For the desk'],
    ])
    expect(text).not.toContain('the-code')
  }
  expect([ended.status, outdated.status]).toEqual([401, 403])
})

test('a session that was planted in a browser before it signs in is not its session', async () => {
  const attacker = await openAccountBrowser(service)
  const planted = attacker.cookie()
  const victim = await openOwner({ cookie: planted })
  expect(victim.cookie()).not.toBe(planted)
  expect([await isOwner(victim), await isOwner(attacker)]).toEqual([true, false])
})

test('one sign-out ends this browser, the other ends every browser', async () => {
  const first = await openOwner()
  const second = await openAccountBrowser(service)
  await second.signIn(first.authenticator)
  const third = await openAccountBrowser(service)
  await third.signIn(first.authenticator)
  expect(await isOwner(third)).toBe(true)
  expect((await third.post('/account/sign-out')).status).toBe(303)
  expect([await isOwner(first), await isOwner(second), await isOwner(third)]).toEqual([true, true, false])
  await second.post('/account/sign-out-everywhere')
  expect([await isOwner(first), await isOwner(second)]).toEqual([false, false])
})

test('without a session a page leads to sign-in, and a form is refused', async () => {
  const browser = await openAccountBrowser(service)
  const page = await browser.get('/account/webhooks/x')
  expect([page.status, page.headers['location']]).toEqual([303, '/account'])
  for (const path of ['keys', 'keys/x/revoke', 'webhooks', 'webhooks/x/ping', 'recovery-code'])
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await browser.post(
        `/account/${path}`,
        { name: 'x' },
        { headers: { accept } },
      )
      const challenge = headers['www-authenticate']
      expect([path, status, challenge]).toEqual([path, 401, 'Passkey realm="account"'])
    }
})

test.each([
  ['keys', '/account'],
  ['keys/x/revoke', '/account'],
  ['sign-up', '/account'],
  ['recover', '/account'],
  ['recovery-code', '/account'],
  ['passkeys', '/account'],
  ['webhooks', '/account'],
  ['webhooks/x%2Fy/rotate', '/account/webhooks/x%2Fy'],
  ['webhooks/x/deliveries/y/redeliver', '/account/webhooks/x'],
])('the address of the form %s leads back to its page %s', async (path, page) => {
  const browser = await openOwner()
  const { status, headers } = await browser.get(`/account/${path}`)
  expect([status, headers['location']]).toEqual([303, page])
})

test('a hold is shown with its reason, and forbids what the API forbids', async () => {
  const browser = await openOwner()
  await browser.post('/account/keys', { name: 'x' })
  await service.database
    .updateTable('accounts')
    .set({ held_since: NOW, held_reason: 'Unpaid since October' })
    .where('id', '=', (row) =>
      row
        .selectFrom('passkeys')
        .select('account_id')
        .where('credential_id', '=', Buffer.from(browser.authenticator.id, 'base64url')),
    )
    .execute()
  const { text } = await browser.get('/account')
  expect(text).toContain('This account is on hold.')
  expect(text).toContain('Unpaid since October')
  for (const path of ['keys', 'webhooks', 'webhooks/x/ping']) {
    const refused = await browser.post(`/account/${path}`, { name: 'x', url: 'https://hooks.example/' })
    expect([path, refused.status, refused.text.includes('Unpaid since October')]).toEqual([path, 403, true])
  }
  const [id = ''] = idsIn(text, 'keys')
  expect((await browser.post(`/account/keys/${id}/revoke`)).status).toBe(303)
})

async function invitationOf(name: string): Promise<string> {
  const at = { database: service.database, now: NOW, baseUrl: 'https://svc.example' }
  const { link } = await inviteAccount({ name, tier: '2' }, at)
  const [page, token = ''] = link.split('#invitation=')
  expect(page).toBe('https://svc.example/account')
  return token
}

test('where sign-up is closed, an invitation makes the account, once, and opens it to one more passkey', async () => {
  const closed = await openHttpService({ signUps: 'closed', database: service.database })
  try {
    const browser = await openAccountBrowser(closed)
    expect((await browser.get('/account')).text).toContain('Sign-up needs an invitation here.')
    expect((await browser.signUp()).status).toBe(403)
    const token = await invitationOf('Acme')
    expect((await browser.signUp(token)).status).toBe(200)
    const { text } = await browser.get('/account')
    expect(text).toContain('<code>Acme</code>')
    expect(text).toContain('New keys have tier 2.')
    expect((await (await openAccountBrowser(closed)).signUp(token)).status).toBe(403)
    const second = await openAccountBrowser(closed)
    const added = await second.signUp(await invitationOf('Acme'))
    expect([added.status, added.headers['location']]).toEqual([303, '/account'])
    expect((await second.get('/account')).text).toContain('<code>Acme</code>')
  } finally {
    await closed[Symbol.asyncDispose]()
  }
})

test('the page is at the address of its passkeys alone', async () => {
  const local = await openHttpService({ baseUrl: 'http://127.0.0.1:4663', database: service.database })
  const numbered = await openHttpService({ baseUrl: 'https://198.51.100.7', database: service.database })
  try {
    const elsewhere = await local.get('/account', { host: '127.0.0.1:4663', accept: 'text/html' })
    expect(elsewhere.text).toContain('<a href="http://localhost:4663/account">')
    expect(elsewhere.text).not.toContain('<form')
    const here = await local.get('/account', { host: 'localhost:4663', accept: 'text/html' })
    expect(here.headers['set-cookie']).toMatch(/^svc-account=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(here.text).toContain('action="/account/sign-in"')
    expect((await numbered.get('/account', { accept: 'text/html' })).status).toBe(503)
  } finally {
    await local[Symbol.asyncDispose]()
    await numbered[Symbol.asyncDispose]()
  }
})

test('a client has 20 ceremonies a minute', async () => {
  const browser = await openAccountBrowser(service, { client: '192.0.2.77' })
  const statuses: number[] = []
  for (let number = 0; number < 21; number += 1)
    statuses.push((await browser.post('/account/recover', { code: 'guess' })).status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})
