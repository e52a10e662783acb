import type { Tier } from '#contract/limits.ts'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'
import { toTier } from './accounts.ts'

/**
 * An invitation. The account with this name is created, or gets one more passkey. `keyTier` is the tier of its owner's
 * keys.
 */
export type Invitation = { readonly accountName: string; readonly keyTier: Tier }

/** Stores an invitation by the digest of its token (hexadecimal digits) in place of an earlier one to the account. */
export async function saveInvitation(
  invitation: Invitation & { readonly digest: string; readonly now: Instant; readonly expiresAt: Instant },
  writer: Writer,
): Promise<void> {
  const stored = {
    digest: Buffer.from(invitation.digest, 'hex'),
    key_tier: invitation.keyTier,
    created_at: invitation.now,
    expires_at: invitation.expiresAt,
  }
  await writer.deleteFrom('account_invitations').where('expires_at', '<=', invitation.now).execute()
  await writer
    .insertInto('account_invitations')
    .values({ account_name: invitation.accountName, ...stored })
    .onConflict((conflict) => conflict.column('account_name').doUpdateSet(stored))
    .execute()
}

/** The digest of an invitation's token (hexadecimal digits), and the present time. */
export type OfInvitationToken = { readonly digest: string; readonly now: Instant }

/** The invitation of a token that has not expired; undefined when there is none. */
export async function findInvitation(of: OfInvitationToken, reader: Reader): Promise<Invitation | undefined> {
  const row = await reader
    .selectFrom('account_invitations')
    .select(['account_name', 'key_tier'])
    .where('digest', '=', Buffer.from(of.digest, 'hex'))
    .where('expires_at', '>', of.now)
    .executeTakeFirst()
  return row && { accountName: row.account_name, keyTier: toTier(row.key_tier) }
}

/** Takes the invitation of a token that has not expired, so that it is used once; undefined when there is none. */
export async function takeInvitation(of: OfInvitationToken, writer: Writer): Promise<Invitation | undefined> {
  const row = await writer
    .deleteFrom('account_invitations')
    .where('digest', '=', Buffer.from(of.digest, 'hex'))
    .where('expires_at', '>', of.now)
    .returning(['account_name', 'key_tier'])
    .executeTakeFirst()
  return row && { accountName: row.account_name, keyTier: toTier(row.key_tier) }
}
