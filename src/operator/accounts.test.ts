import { describe, expect, test } from 'vitest'
import { isKey } from '#accounts/keys.ts'
import { tokenDigest } from '#accounts/tokens.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { findKeyInUse } from '#records/accounts/accounts.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  createKey,
  holdAccount,
  inviteAccount,
  listAccounts,
  listKeys,
  releaseAccount,
  revoke,
} from './accounts.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const LATER = addMs(NOW, 3_600_000)

const opened = await fileDatabase()

const at = (now = NOW) => ({ database: opened.database, now })
const create = (account: string, tier = '1') => createKey({ account, tier }, at())

test('no list and no table contains the text of a key', async () => {
  const created = await create('shown once', '3')
  expect(isKey(created.key)).toBe(true)
  expect(created).toMatchObject({ account: 'shown once', tier: 3, createdAt: NOW })
  const everywhere = await Promise.all([
    listKeys(at()),
    opened.database.selectFrom('api_keys').selectAll().execute(),
    opened.database.selectFrom('accounts').selectAll().execute(),
  ])
  expect(JSON.stringify(everywhere)).not.toContain(created.key.slice(4))
  const stored = await opened.database
    .selectFrom('api_keys')
    .select('digest')
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  expect(stored.digest.toString('hex')).toBe(tokenDigest(created.key))
})

test('an invitation is a link whose token is stored as a digest, at an address to which passkeys belong', async () => {
  const invite = (baseUrl: string) => inviteAccount({ name: 'invited', tier: '2' }, { ...at(), baseUrl })
  const { link, ...invited } = await invite('http://127.0.0.1:4663')
  expect(invited).toEqual({ account: 'invited', tier: 2, expiresAt: addMs(NOW, 7 * 86_400_000) })
  expect(link).toMatch(/^http:\/\/localhost:4663\/account#invitation=[\w-]{43}$/)
  const [stored] = await opened.database.selectFrom('account_invitations').selectAll().execute()
  expect(stored?.digest.toString('hex')).toBe(tokenDigest(link.slice(-43)))
  await expect(async () => invite('http://svc.example')).rejects.toThrow(/^Cannot invite: passkeys need/)
})

test('keys of one account name share the account, also when they are created at the same time', async () => {
  await Promise.all([create('twice'), create('twice', '2'), create(' twice ')])
  const keys = (await listKeys(at())).filter(({ account }) => account.name === 'twice')
  expect(keys).toHaveLength(3)
  expect(new Set(keys.map(({ account }) => account.id)).size).toBe(1)
})

test.each([
  ['an empty name', { account: ' ', tier: '1' }, /^Invalid account name: expected 1 to 100 characters/],
  ['a long name', { account: 'x'.repeat(101), tier: '1' }, /^Invalid account name/],
  ['a name of two lines', { account: 'a\nb', tier: '1' }, /^Invalid account name/],
  ['no tier', { account: 'a', tier: '' }, /^Invalid tier "": expected one of 1, 2, 3$/],
  ['an unknown tier', { account: 'a', tier: '4' }, /^Invalid tier "4"/],
  ['a tier with a decimal', { account: 'a', tier: '1.0' }, /^Invalid tier "1\.0"/],
  ['an inherited name as tier', { account: 'a', tier: 'toString' }, /^Invalid tier "toString"/],
])('%s is refused in one line', async (_, input, message) => {
  const refused = async () => createKey(input, at())
  await expect(refused()).rejects.toThrow(message)
})

test.each([['not an id'], ['00000000-0000-4000-8000-000000000000']])('revoking %s is refused', async (id) => {
  await expect(revoke({ id }, at())).rejects.toThrow(`Unknown key id "${id}"`)
})

test('a revoked key is refused, and a second revocation does not change its time', async () => {
  const { id, key } = await create('revoked')
  await revoke({ id }, at())
  expect((await revoke({ id }, at(LATER))).revokedAt).toBe(NOW)
  expect((await listKeys(at())).find((one) => one.id === id)?.revokedAt).toBe(NOW)
  const asked = { digest: tokenDigest(key), month: '2026-11-01' as never }
  expect(await findKeyInUse(asked, opened.database)).toBeUndefined()
})

describe('a hold', () => {
  test('has a reason and a start; a new reason replaces the old one, a release ends the hold', async () => {
    await create('held')
    const first = await holdAccount({ name: 'held', reason: 'unpaid' }, at())
    expect(first).toMatchObject({ heldSince: NOW, heldReason: 'unpaid' })
    const second = await holdAccount({ name: 'held', reason: 'abuse' }, at(LATER))
    expect(second).toMatchObject({ heldSince: NOW, heldReason: 'abuse' })
    const [key] = (await listKeys(at())).filter(({ account }) => account.name === 'held')
    expect(key?.account).toEqual(second)
    expect(await releaseAccount({ name: 'held' }, at())).toMatchObject({ heldSince: null, heldReason: null })
    expect(await releaseAccount({ name: 'held' }, at())).toMatchObject({ heldSince: null })
  })

  test.each([
    ['without a reason', 'reasonless', ' ', /^Invalid reason: expected 1 to 500 characters/],
    ['of an unknown account', 'nobody', 'why', /^Unknown account "nobody"/],
  ])('%s is refused', async (_, name, reason, message) => {
    await create('reasonless')
    const refused = async () => holdAccount({ name, reason }, at())
    await expect(refused()).rejects.toThrow(message)
  })
})

test('revoking, holding and releasing are announced to every process, creating is not', async () => {
  const heard: string[] = []
  const { promise: listens, resolve: began } = Promise.withResolvers<void>()
  await using _listening = listenForAnnouncements(opened.url, {
    heard: (topic) => heard.push(topic),
    began,
    lost: () => undefined,
  })
  await listens
  const { id } = await create('announced')
  await revoke({ id }, at())
  await holdAccount({ name: 'announced', reason: 'x' }, at())
  await releaseAccount({ name: 'announced' }, at())
  await expect.poll(() => heard).toEqual(['keys', 'keys', 'keys', 'deliveries'])
})

test('[R12] accounts are listed by name, with their valid keys and the hold', async () => {
  const first = await create('listed b')
  await create('listed b')
  await create('listed a')
  await revoke({ id: first.id }, at())
  await holdAccount({ name: 'listed a', reason: 'unpaid' }, at(LATER))
  const listed = (await listAccounts(at())).filter(({ name }) => name.startsWith('listed'))
  expect(listed).toEqual([
    expect.objectContaining({ name: 'listed a', keys: 1, heldSince: LATER, heldReason: 'unpaid' }),
    expect.objectContaining({ name: 'listed b', keys: 1, heldSince: null, createdAt: NOW }),
  ])
})

test('[R12] an account whose keys are all revoked is listed with none', async () => {
  const { id } = await create('without keys')
  await revoke({ id }, at())
  expect((await listAccounts(at())).find(({ name }) => name === 'without keys')).toMatchObject({ keys: 0 })
})
