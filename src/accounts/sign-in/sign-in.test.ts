import { beforeEach, describe, expect, test } from 'vitest'
import { newToken, tokenDigest } from '#accounts/tokens.ts'
import { addMs, DAY_MS, type Instant, toInstant } from '#contract/time.ts'
import { holdAccount } from '#operator/accounts.ts'
import { saveInvitation } from '#records/accounts/invitations.ts'
import { getPasskeys } from '#records/accounts/passkeys.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type Authenticator, anAuthenticator, bytes, text } from '#test/service/passkeys.ts'
import type { SignUps } from './deps.ts'
import { accountOriginOf } from './origin.ts'
import { addPasskey, challengePasskey, removePasskey } from './passkeys.ts'
import { recover } from './recover.ts'
import { findOwner, signOut, signOutEverywhere } from './session.ts'
import { challengeSignIn, signIn } from './sign-in.ts'
import { challengeSignUp, signUp } from './sign-up.ts'

const AT = { origin: 'https://svc.example', domain: 'svc.example' }
const NOW = toInstant('2026-11-19T12:00:00Z')
const { database } = await fileDatabase()
beforeEach(() => database.deleteFrom('sign_ups').execute())

type Browser = ReturnType<typeof browserWith>
let clients = 0

function browserWith(given: { token?: string; now?: Instant; signUps?: SignUps; client?: string } = {}) {
  clients += 1
  const { token = newToken(), now = NOW, signUps = 'open', client = `client ${clients}` } = given
  return { database, now, at: AT, browser: token, signUps, client }
}

async function signUpWith(authenticator: Authenticator, browser: Browser = browserWith(), invitation = '') {
  const { challenge } = await challengeSignUp({ invitation, passkeyName: 'Laptop' }, browser)
  const passkey = authenticator.make({ challenge, ...AT })
  return await signUp({ invitation, passkey, passkeyName: 'Laptop' }, browser)
}

async function signInWith(authenticator: Authenticator, browser: Browser = browserWith(), counter = 0) {
  const { challenge } = await challengeSignIn(browser)
  return await signIn({ passkey: authenticator.sign({ challenge, ...AT, counter }) }, browser)
}

function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'taken',
    (thrown: { code?: string }) => thrown.code ?? thrown,
  )
}

async function ownerOf(token: string, now = NOW, at = AT) {
  return await findOwner({ now, at, browser: token }, database)
}

const countAccounts = async () => (await database.selectFrom('accounts').select('id').execute()).length

test.each([
  ['https://svc.example', { origin: 'https://svc.example', domain: 'svc.example' }],
  ['https://svc.example:8443/base', { origin: 'https://svc.example:8443', domain: 'svc.example' }],
  ['http://127.0.0.1:4663', { origin: 'http://localhost:4663', domain: 'localhost' }],
  ['http://[::1]:4663', { origin: 'http://localhost:4663', domain: 'localhost' }],
  ['http://localhost:4663', { origin: 'http://localhost:4663', domain: 'localhost' }],
  ['http://svc.example', undefined],
  ['https://198.51.100.7', undefined],
])('the account page of %s works at %j', (baseUrl, expected) => {
  expect(accountOriginOf(baseUrl)).toEqual(expected)
})

describe('sign-up', () => {
  test('makes an account with a passkey, a recovery code and a session under a new token', async () => {
    const browser = browserWith()
    const { token, recoveryCode } = await signUpWith(anAuthenticator(), browser)
    expect(token).not.toBe(browser.browser)
    expect(recoveryCode).toMatch(/^([2-9A-HJ-NP-Z]{5}-){5}[2-9A-HJ-NP-Z]{5}$/)
    const owner = await ownerOf(token)
    expect(owner).toMatchObject({ keyTier: 1, heldSince: null })
    expect(await getPasskeys({ accountId: String(owner?.id) }, database)).toMatchObject([{ name: 'Laptop' }])
    const stored = JSON.stringify(await database.selectFrom('account_sessions').selectAll().execute())
    expect(stored).not.toContain(token)
  })

  test('makes nothing of a passkey that another browser, origin, domain or challenge was given', async () => {
    const before = await countAccounts()
    const browser = browserWith()
    const authenticator = anAuthenticator()
    const answer = async (from: Browser, change: object) => {
      const { challenge } = await challengeSignUp({ invitation: '', passkeyName: 'Laptop' }, browser)
      const passkey = authenticator.make({ challenge, ...AT, ...change })
      return refusal(signUp({ invitation: '', passkey, passkeyName: 'x' }, from))
    }
    expect(await answer(browserWith(), {})).toBe('challenge_expired')
    expect(await answer({ ...browser, now: addMs(NOW, 300_000) }, {})).toBe('challenge_expired')
    expect(await answer(browser, { origin: 'https://evil.example' })).toBe('passkey_refused')
    expect(await answer(browser, { domain: 'evil.example' })).toBe('passkey_refused')
    expect(await answer(browser, { challenge: newToken() })).toBe('challenge_replaced')
    expect(await countAccounts()).toBe(before)
  })

  test('a challenge is used up by a refused answer, and by a taken one', async () => {
    const browser = browserWith()
    const authenticator = anAuthenticator()
    const { challenge } = await challengeSignUp({ invitation: '', passkeyName: 'Laptop' }, browser)
    const answer = (passkey: string) =>
      refusal(signUp({ invitation: '', passkey, passkeyName: 'x' }, browser))
    expect(await answer(authenticator.make({ challenge, ...AT, origin: 'https://evil.example' }))).toBe(
      'passkey_refused',
    )
    expect(await answer(authenticator.make({ challenge, ...AT }))).toBe('challenge_expired')
  })
})

describe('a sign-up is refused', () => {
  test.each([
    [
      'certificates',
      'fido-u2f',
      Buffer.concat([Buffer.from([0xa1]), text('x5c'), Buffer.from([0x81]), bytes(Buffer.alloc(300))]),
    ],
    ['another format', 'tpm', Buffer.from([0xa0])],
  ])('with an attestation of %s, before the library reads it', async (_, format, statement) => {
    const browser = browserWith()
    const { challenge } = await challengeSignUp({ invitation: '', passkeyName: 'Laptop' }, browser)
    const attestation = Buffer.concat([text('fmt'), text(format), text('attStmt'), statement])
    const passkey = anAuthenticator().make({ challenge, ...AT, attestation })
    const failed = signUp({ invitation: '', passkey, passkeyName: 'x' }, browser)
    await expect(failed).rejects.toMatchObject({ code: 'passkey_refused', cause: undefined })
  })

  test('with a passkey of another account', async () => {
    const authenticator = anAuthenticator()
    await signUpWith(authenticator)
    const before = await countAccounts()
    expect(await refusal(signUpWith(authenticator))).toBe('passkey_taken')
    expect(await countAccounts()).toBe(before)
  })

  test('beyond the limits of a client and of all in a day', async () => {
    const client = '192.0.2.1'
    for (let number = 0; number < 5; number += 1) await signUpWith(anAuthenticator(), browserWith({ client }))
    expect(await refusal(signUpWith(anAuthenticator(), browserWith({ client })))).toBe('sign_up_limit')
    await signUpWith(anAuthenticator())
    const more = Array.from({ length: 194 }, () => ({ client: 'others', signed_up_at: NOW }))
    await database.insertInto('sign_ups').values(more).execute()
    expect(await refusal(signUpWith(anAuthenticator()))).toBe('sign_up_limit')
  })
})

describe('an invitation', () => {
  const invite = async (accountName: string, keyTier: 1 | 2 | 3 = 2) => {
    const token = newToken()
    const stored = {
      accountName,
      keyTier,
      digest: tokenDigest(token),
      now: NOW,
      expiresAt: addMs(NOW, DAY_MS),
    }
    await inTransaction(database, (writer) => saveInvitation(stored, writer))
    return token
  }
  const closed = (now = NOW) => browserWith({ signUps: 'closed', now })

  test('makes an account of its name and tier, once, where sign-up is closed', async () => {
    const invitation = await invite('Acme')
    expect(await refusal(signUpWith(anAuthenticator(), closed()))).toBe('sign_up_closed')
    expect(await refusal(signUpWith(anAuthenticator(), closed(), newToken()))).toBe('invitation_refused')
    const { token } = await signUpWith(anAuthenticator(), closed(), invitation)
    expect(await ownerOf(token)).toMatchObject({ name: 'Acme', keyTier: 2 })
    expect(await refusal(signUpWith(anAuthenticator(), closed(), invitation))).toBe('invitation_refused')
  })

  test('gives an account that exists one more passkey, and leaves its recovery code', async () => {
    const first = await signUpWith(anAuthenticator(), closed(), await invite('Beta'))
    const second = await signUpWith(anAuthenticator(), closed(), await invite('Beta', 3))
    const [one, two] = [await ownerOf(first.token), await ownerOf(second.token)]
    expect(two).toMatchObject({ id: one?.id, keyTier: 3 })
    expect(await getPasskeys({ accountId: String(one?.id) }, database)).toHaveLength(2)
    expect(second.recoveryCode).toBeUndefined()
    const recovered = await recover({ code: String(first.recoveryCode) }, browserWith())
    expect((await ownerOf(recovered.token))?.id).toBe(one?.id)
  })

  test('makes a recovery code for an account that has none', async () => {
    const { token } = await signUpWith(anAuthenticator(), closed(), await invite('Delta'))
    const accountId = String((await ownerOf(token))?.id)
    await database.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    const { recoveryCode } = await signUpWith(anAuthenticator(), closed(), await invite('Delta'))
    expect(await refusal(recover({ code: String(recoveryCode) }, browserWith()))).toBe('taken')
  })

  test('is of no use once it expired', async () => {
    const invitation = await invite('Gamma')
    const late = closed(addMs(NOW, DAY_MS))
    expect(await refusal(signUpWith(anAuthenticator(), late, invitation))).toBe('invitation_refused')
  })
})

describe('sign-in', () => {
  test('begins a session under a new token, and ends the one that the browser had', async () => {
    const authenticator = anAuthenticator()
    const { token } = await signUpWith(authenticator)
    const owner = await ownerOf(token)
    const again = await signInWith(authenticator, browserWith({ token }))
    expect(again).not.toBe(token)
    expect([await ownerOf(again), await ownerOf(token)]).toEqual([owner, undefined])
  })

  test('refuses a replayed answer, in the same browser and in another one', async () => {
    const authenticator = anAuthenticator()
    await signUpWith(authenticator)
    const browser = browserWith()
    const { challenge } = await challengeSignIn(browser)
    const passkey = authenticator.sign({ challenge, ...AT })
    await signIn({ passkey }, browser)
    expect(await refusal(signIn({ passkey }, browser))).toBe('challenge_expired')
    await challengeSignIn(browser)
    expect(await refusal(signIn({ passkey }, browser))).toBe('challenge_replaced')
    expect(await refusal(signIn({ passkey }, browserWith()))).toBe('challenge_expired')
  })

  test('refuses a passkey of nobody, of another key, and with a counter that went back', async () => {
    const authenticator = anAuthenticator()
    await signUpWith(authenticator)
    expect(await refusal(signInWith(anAuthenticator()))).toBe('passkey_refused')
    const forger = anAuthenticator()
    const posed: Authenticator = {
      ...forger,
      sign: (asked) => forger.sign(asked).replaceAll(forger.id, authenticator.id),
    }
    expect(await refusal(signInWith(posed))).toBe('passkey_refused')
    await signInWith(authenticator, browserWith(), 5)
    expect(await refusal(signInWith(authenticator, browserWith(), 4))).toBe('passkey_refused')
    expect(await refusal(signInWith(authenticator, browserWith(), 6))).toBe('taken')
  })

  test('a session ends with its time, at another origin, by sign-out, and by sign-out everywhere', async () => {
    const authenticator = anAuthenticator()
    const first = (await signUpWith(authenticator)).token
    const second = await signInWith(authenticator)
    const third = await signInWith(authenticator)
    const owner = await ownerOf(first)
    expect(await ownerOf(first, addMs(NOW, 14 * DAY_MS))).toBeUndefined()
    expect(await ownerOf(first, NOW, { ...AT, origin: 'https://www.svc.example' })).toBeUndefined()
    await signOut({ database, browser: first })
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([undefined, owner])
    await signOutEverywhere({ accountId: String(owner?.id) }, { database })
    expect([await ownerOf(second), await ownerOf(third)]).toEqual([undefined, undefined])
  })
})

describe('an answer to a challenge', () => {
  test('of an older one leaves the newest one of another tab open', async () => {
    const authenticator = anAuthenticator()
    await signUpWith(authenticator)
    const browser = browserWith()
    const answerTo = ({ challenge }: { challenge: string }) =>
      signIn({ passkey: authenticator.sign({ challenge, ...AT }) }, browser)
    const [older, newer] = [await challengeSignIn(browser), await challengeSignIn(browser)]
    expect(await refusal(answerTo(older))).toBe('challenge_replaced')
    expect(await refusal(answerTo(newer))).toBe('taken')
    const interrupted = await challengeSignIn(browser)
    await challengeSignUp({ invitation: '', passkeyName: 'Laptop' }, browser)
    expect(await refusal(answerTo(interrupted))).toBe('challenge_replaced')
  })

  test.each([
    '',
    '{}',
    'null',
    '{"response":{"clientDataJSON":"e"}}',
    '{"response":{"clientDataJSON":"bnVsbA"}}',
  ])('is refused when it is the text %j', async (passkey) => {
    const browser = browserWith()
    await challengeSignIn(browser)
    expect(await refusal(signIn({ passkey }, browser))).toBe('passkey_refused')
  })
})

test('a recovery code signs in once, ends every session, and is replaced', async () => {
  const { token, recoveryCode } = await signUpWith(anAuthenticator())
  const owner = await ownerOf(token)
  const typed = String(recoveryCode).toLowerCase().replaceAll('-', ' ')
  const recovered = await recover({ code: typed }, browserWith())
  expect([await ownerOf(token), await ownerOf(recovered.token)]).toEqual([undefined, owner])
  expect(await refusal(recover({ code: String(recoveryCode) }, browserWith()))).toBe('recovery_refused')
  expect(await refusal(recover({ code: '' }, browserWith()))).toBe('recovery_refused')
  expect(await refusal(recover({ code: String(recovered.recoveryCode) }, browserWith()))).toBe('taken')
})

test('passkeys are added to the own account, removing one ends its other sessions, and the last one stays', async () => {
  const authenticator = anAuthenticator()
  const [mine, theirs] = [await signUpWith(authenticator), await signUpWith(anAuthenticator())]
  const [me, other] = [await ownerOf(mine.token), await ownerOf(theirs.token)]
  if (me === undefined || other === undefined) throw new Error('nobody is signed in')
  const browser = browserWith({ token: mine.token })
  const add = async (to: string) => {
    const { challenge } = await challengePasskey({ account: me, passkeyName: 'Phone' }, browser)
    const passkey = anAuthenticator().make({ challenge, ...AT })
    return refusal(addPasskey({ accountId: to, passkey, passkeyName: 'Phone' }, browser))
  }
  expect(await add(other.id)).toBe('challenge_expired')
  expect(await add(me.id)).toBe('taken')
  const [first, second] = await getPasskeys({ accountId: me.id }, database)
  const remove = (accountId: string, id = '') => refusal(removePasskey({ accountId, id }, browser))
  expect(await remove(other.id, first?.id)).toBe('not_found')
  expect(await remove(me.id, 'no uuid')).toBe('not_found')
  const elsewhere = await signInWith(authenticator)
  expect(await ownerOf(elsewhere)).toEqual(me)
  expect(await remove(me.id, first?.id)).toBe('taken')
  expect([await ownerOf(elsewhere), await ownerOf(mine.token)]).toEqual([undefined, me])
  expect(await ownerOf(theirs.token)).toEqual(other)
  expect(await remove(me.id, second?.id)).toBe('last_passkey')
  expect(await getPasskeys({ accountId: me.id }, database)).toHaveLength(1)
})

test('a person on hold signs in, to see why', async () => {
  const authenticator = anAuthenticator()
  const { token } = await signUpWith(authenticator)
  const owner = await ownerOf(token)
  await holdAccount({ name: String(owner?.name), reason: 'unpaid' }, { database, now: NOW })
  expect(await ownerOf(await signInWith(authenticator))).toMatchObject({ heldReason: 'unpaid' })
})
