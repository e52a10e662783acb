import { expect, test } from 'vitest'
import { newToken } from '#accounts/tokens.ts'
import { openAccountBrowser } from '#test/service/account-browser.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { anAuthenticator } from '#test/service/passkeys.ts'

const ATTEMPTS = 10_000
const AT_ONCE = 50

const service = await httpServiceOfFile()

async function countRows() {
  const count = async (table: 'accounts' | 'passkey_challenges' | 'sign_ups' | 'account_sessions') =>
    Number(
      (
        await service.database
          .selectFrom(table)
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  return {
    accounts: await count('accounts'),
    challenges: await count('passkey_challenges'),
    signUps: await count('sign_ups'),
    sessions: await count('account_sessions'),
  }
}

test('10,000 clients that sign up leave a bounded number of rows, and others are answered meanwhile', {
  timeout: 1_200_000,
}, async () => {
  const owner = await openAccountBrowser(service)
  await owner.signUp()
  const statuses = new Map<number, number>()
  for (let begun = 0; begun < ATTEMPTS; begun += AT_ONCE) {
    const attempts = Array.from({ length: AT_ONCE }, async (_, number) => {
      const place = begun + number
      const client = `203.${Math.floor(place / 62_500)}.${Math.floor(place / 250) % 250}.${(place % 250) + 1}`
      const { status } = await (await openAccountBrowser(service, { client, browser: newToken() })).signUp()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await Promise.all(attempts)
    if (begun % 2_000 === 0) expect((await owner.get('/account')).text).toContain('Sign out')
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 429])
  const rows = await countRows()
  expect(rows.accounts).toBe(200)
  expect(rows.signUps).toBe(200)
  expect(rows.sessions).toBe(200)
  expect(rows.challenges).toBeLessThanOrEqual(5_000)
  expect((await owner.signIn(owner.authenticator)).status).toBe(303)
  expect((await owner.signIn(anAuthenticator())).status).toBe(400)
})
