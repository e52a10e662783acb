import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'

/** The ceremony that a challenge belongs to. */
export type ChallengePurpose = 'sign_up' | 'sign_in' | 'add_passkey'

/** An open challenge of a browser. */
export type OpenChallenge = {
  readonly challenge: string
  /** The account that the passkey will belong to; null to sign in. */
  readonly accountId: string | null
}

/**
 * Opens a challenge of a browser, in place of the browser's earlier one. `browser` is the digest of its cookie
 * (hexadecimal digits). Deletes expired challenges of every browser, and the oldest beyond `limit`.
 */
export async function saveChallenge(
  opened: OpenChallenge & {
    readonly browser: string
    readonly purpose: ChallengePurpose
    readonly now: Instant
    readonly openedAfter: Instant
    readonly limit: number
  },
  writer: Writer,
): Promise<void> {
  const row = {
    browser: Buffer.from(opened.browser, 'hex'),
    purpose: opened.purpose,
    challenge: opened.challenge,
    account_id: opened.accountId,
    created_at: opened.now,
  }
  await writer
    .insertInto('passkey_challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('browser').doUpdateSet({ ...row, number: sql`default` }))
    .execute()
  // Rows that another transaction deletes now are skipped, so that two of them never wait for each other.
  await sql`delete from passkey_challenges where browser in (
    select browser from passkey_challenges where created_at <= ${opened.openedAfter}
      or number <= (select number from passkey_challenges order by number desc offset ${opened.limit} limit 1)
    for update skip locked)`.execute(writer)
}

type OfBrowser = {
  readonly browser: string
  readonly purpose: ChallengePurpose
  readonly openedAfter: Instant
}

/**
 * Takes an open challenge of a browser, which can then not be answered again. Undefined when the browser has no such
 * challenge, or it has expired.
 */
export async function takeChallenge(
  of: OfBrowser & { readonly challenge: string },
  writer: Writer,
): Promise<OpenChallenge | undefined> {
  const row = await writer
    .deleteFrom('passkey_challenges')
    .where('browser', '=', Buffer.from(of.browser, 'hex'))
    .where('challenge', '=', of.challenge)
    .where('purpose', '=', of.purpose)
    .where('created_at', '>', of.openedAfter)
    .returning(['challenge', 'account_id'])
    .executeTakeFirst()
  return row && { challenge: row.challenge, accountId: row.account_id }
}

/** Whether a browser has a challenge, for any purpose, that has not expired. */
export async function hasChallenge(of: Omit<OfBrowser, 'purpose'>, reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('passkey_challenges')
    .select('number')
    .where('browser', '=', Buffer.from(of.browser, 'hex'))
    .where('created_at', '>', of.openedAfter)
    .executeTakeFirst()
  return row !== undefined
}
