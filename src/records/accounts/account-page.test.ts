import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, type CalendarDate, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { insertKey, revokeKey, saveAccount } from './accounts.ts'
import { hasChallenge, saveChallenge, takeChallenge } from './challenges.ts'
import { findInvitation, saveInvitation, takeInvitation } from './invitations.ts'
import { addKeyUsage } from './key-usage.ts'
import { countValidKeys, findKeyCreation, findOwnKey, getOwnKeys, getUsedMonths } from './own-keys.ts'
import { deletePasskey, getPasskeys, insertPasskey, lockPasskey, savePasskeyUse } from './passkeys.ts'
import { findRecoveryCode, saveRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import {
  countSessions,
  deleteSession,
  deleteSessions,
  findSessionAccount,
  insertSession,
} from './sessions.ts'
import { saveSignUp } from './sign-ups.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const later = (ms: number) => addMs(NOW, ms)
const opened = await fileDatabase()
const { database } = opened

let accountId: string
beforeEach(async () => {
  accountId = await anAccount()
})

const write = <T>(work: (writer: Writer) => Promise<T>) => inTransaction(database, work)
const digest = () => randomBytes(32).toString('hex')

async function anAccount(): Promise<string> {
  const id = randomUUID()
  await write((writer) => saveAccount({ id, name: `a ${id}`, now: NOW }, writer))
  return id
}

describe('challenges', () => {
  type Opening = { readonly browser: string; readonly now?: Instant; readonly limit?: number }
  const open = ({ browser, now = NOW, limit = 1000 }: Opening) =>
    write((writer) =>
      saveChallenge(
        {
          browser,
          purpose: 'sign_in',
          challenge: `challenge of ${browser}`,
          accountId: null,
          now,
          openedAfter: addMs(now, -300_000),
          limit,
        },
        writer,
      ),
    )
  const take = (browser: string, now = NOW, other: { purpose?: 'sign_up'; challenge?: string } = {}) => {
    const asked = { purpose: 'sign_in', challenge: `challenge of ${browser}`, ...other } as const
    return write((writer) => takeChallenge({ browser, openedAfter: addMs(now, -300_000), ...asked }, writer))
  }
  const kept = () => database.selectFrom('passkey_challenges').selectAll().execute()

  test('are taken once, by their text and browser and for their purpose', async () => {
    const browser = digest()
    await open({ browser })
    expect(await take(digest())).toBeUndefined()
    expect(await take(browser, NOW, { purpose: 'sign_up' })).toBeUndefined()
    expect(await take(browser, NOW, { challenge: 'an older one' })).toBeUndefined()
    const has = (openedAfter: Instant) => hasChallenge({ browser, openedAfter }, database)
    expect([await has(later(-1)), await has(NOW)]).toEqual([true, false])
    expect(await take(browser)).toMatchObject({ accountId: null })
    expect(await take(browser)).toBeUndefined()
  })

  test('are taken by one of two transactions at once', async () => {
    const browser = digest()
    await open({ browser })
    const taken = await Promise.all([take(browser), take(browser), take(browser)])
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1)
  })

  test('expire, and are deleted when another one is opened', async () => {
    const [browser, other] = [digest(), digest()]
    await open({ browser })
    expect(await take(browser, later(300_000))).toBeUndefined()
    await open({ browser: other, now: later(300_000) })
    expect(await kept()).toHaveLength(1)
    await take(other, later(300_000))
  })

  test('beyond the limit replace the oldest, and a browser has one', async () => {
    const browsers = Array.from({ length: 8 }, digest)
    for (const browser of browsers) await open({ browser, limit: 5 })
    await open({ browser: String(browsers[3]), limit: 5 })
    expect(await kept()).toHaveLength(5)
    expect(await take(String(browsers[2]))).toBeUndefined()
    for (const browser of browsers.slice(3)) expect(await take(browser)).toBeDefined()
  })
})

test('a session is found on its origin until it expires, and an account keeps its newest ones', async () => {
  const origin = 'https://svc.example'
  const begin = async (now: Instant) => {
    const session = digest()
    await write((writer) =>
      insertSession(
        { digest: session, accountId, origin, now, expiresAt: addMs(now, HOUR_MS), limit: 2 },
        writer,
      ),
    )
    return session
  }
  const find = (session: string, now = NOW, from = origin) =>
    findSessionAccount({ digest: session, origin: from, now }, database)
  const [first, second, third] = [await begin(NOW), await begin(later(1)), await begin(later(2))]
  expect(await find(first)).toBeUndefined()
  expect(await find(second)).toEqual({ accountId })
  expect(await find(second, NOW, 'https://other.example')).toBeUndefined()
  expect(await find(second, later(HOUR_MS + 1))).toBeUndefined()
  expect(await countSessions({ accountId, now: NOW }, database)).toBe(2)
  await write((writer) => deleteSession({ digest: second }, writer))
  expect([await find(second), await find(third)]).toEqual([undefined, { accountId }])
  await write((writer) => deleteSessions({ accountId }, writer))
  expect(await find(third)).toBeUndefined()
})

test('a credential belongs to one account, and only its account deletes its passkey', async () => {
  const id = randomUUID()
  const credentialId = randomBytes(16).toString('base64url')
  const passkey = {
    id,
    accountId,
    credentialId,
    publicKey: randomBytes(77),
    counter: 0,
    transports: ['internal'],
    name: 'Laptop',
    now: NOW,
  }
  const other = await anAccount()
  expect(await write((writer) => insertPasskey(passkey, writer))).toBe(true)
  const again = { ...passkey, id: randomUUID(), accountId: other }
  expect(await write((writer) => insertPasskey(again, writer))).toBe(false)
  const locked = await write((writer) => lockPasskey({ credentialId }, writer))
  expect(locked).toMatchObject({ id, accountId, credentialId, counter: 0 })
  expect(Buffer.from(locked?.publicKey ?? [])).toEqual(passkey.publicKey)
  await write((writer) => savePasskeyUse({ id, counter: 7, now: later(1) }, writer))
  expect(await getPasskeys({ accountId }, database)).toEqual([
    { id, name: 'Laptop', createdAt: NOW, lastUsedAt: later(1), credentialId, transports: ['internal'] },
  ])
  const remove = (of: { accountId: string; id: string }) => write((writer) => deletePasskey(of, writer))
  expect(await remove({ accountId: other, id })).toBe(false)
  expect(await remove({ accountId, id: 'no uuid' })).toBe(false)
  expect(await remove({ accountId, id })).toBe(true)
})

test('a recovery code is taken once, and a new one replaces it', async () => {
  const [first, second] = [digest(), digest()]
  const save = (code: string) =>
    write((writer) => saveRecoveryCode({ accountId, digest: code, now: NOW }, writer))
  const take = (code: string) => write((writer) => takeRecoveryCode({ digest: code }, writer))
  await save(first)
  await save(second)
  expect(await findRecoveryCode({ accountId }, database)).toEqual({ createdAt: NOW })
  expect([await take(first), await take(second), await take(second)]).toEqual([
    undefined,
    { accountId },
    undefined,
  ])
  expect(await findRecoveryCode({ accountId }, database)).toBeUndefined()
})

test('an invitation is taken once until it expires, and a later one to the account replaces it', async () => {
  const [first, second] = [digest(), digest()]
  const save = (token: string) =>
    write((writer) =>
      saveInvitation(
        { accountName: 'Acme', keyTier: 2, digest: token, now: NOW, expiresAt: later(DAY_MS) },
        writer,
      ),
    )
  const take = (token: string, now = NOW) => write((writer) => takeInvitation({ digest: token, now }, writer))
  await save(first)
  await save(second)
  expect(await findInvitation({ digest: first, now: NOW }, database)).toBeUndefined()
  expect(await take(second, later(DAY_MS))).toBeUndefined()
  expect(await take(second)).toEqual({ accountName: 'Acme', keyTier: 2 })
  expect(await take(second)).toBeUndefined()
})

test('sign-ups are limited for a client and for all, in a day', async () => {
  const signUp = (client: string, now = NOW) =>
    write((writer) => saveSignUp({ client, ofClient: 2, ofAll: 5, now }, writer))
  const ofOne = await Promise.all([signUp('192.0.2.1'), signUp('192.0.2.1'), signUp('192.0.2.1')])
  expect(ofOne.toSorted()).toEqual([later(DAY_MS), undefined, undefined])
  const ofAll = await Promise.all(Array.from({ length: 9 }, (_, number) => signUp(`198.51.100.${number}`)))
  expect(ofAll.filter((freeAt) => freeAt === undefined)).toHaveLength(3)
  expect(await signUp('192.0.2.1', later(DAY_MS))).toBeUndefined()
  expect(await database.selectFrom('sign_ups').selectAll().execute()).toHaveLength(1)
})

test('keys of an account have their use, valid ones come first, and no other account finds them', async () => {
  const month = '2026-11-01' as CalendarDate
  const add = async (name: string | null, now: Instant) => {
    const id = randomUUID()
    await write((writer) => insertKey({ id, accountId, digest: digest(), name, tier: 1, now }, writer))
    return id
  }
  const [old, fresh] = [await add('Bot', NOW), await add(null, later(1))]
  await write((writer) => revokeKey({ id: fresh, now: later(2) }, writer))
  const use = (at: Instant, requests: number) =>
    write((writer) => addKeyUsage([{ keyId: old, month, requests, at }], writer))
  await use(later(10), 3)
  await use(later(5), 4)
  expect(await getOwnKeys({ accountId, month, limit: 10 }, database)).toEqual([
    { id: old, name: 'Bot', tier: 1, createdAt: NOW, revokedAt: null, lastUsedAt: later(10), used: 7 },
    {
      id: fresh,
      name: null,
      tier: 1,
      createdAt: later(1),
      revokedAt: later(2),
      lastUsedAt: null,
      used: 0,
    },
  ])
  expect(await getUsedMonths({ accountId, limit: 12 }, database)).toEqual([{ month, used: 7 }])
  expect(await countValidKeys({ accountId }, database)).toBe(1)
  const created = (number: number) => findKeyCreation({ accountId, number }, database)
  expect([await created(1), await created(2), await created(3)]).toEqual([later(1), NOW, undefined])
  expect(await findOwnKey({ accountId, id: old }, database)).toEqual({ id: old })
  const other = await anAccount()
  expect(await findOwnKey({ accountId: other, id: old }, database)).toBeUndefined()
  expect(await findOwnKey({ accountId, id: 'no uuid' }, database)).toBeUndefined()
})
