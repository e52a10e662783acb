import { newRecoveryCode, recoveryDigest } from '#accounts/tokens.ts'
import { saveRecoveryCode } from '#records/accounts/recovery-codes.ts'
import type { Writer } from '#records/database.ts'
import type { SignInDeps } from './deps.ts'

/**
 * A new session, with the recovery code that was made for it and is shown once; undefined when the account keeps its
 * code.
 */
export type OpenedAccount = { readonly token: string; readonly recoveryCode: string | undefined }

/** Gives an account a new recovery code in place of the one before. */
export async function renewRecoveryCode(
  { accountId }: { readonly accountId: string },
  { now }: Pick<SignInDeps, 'now'>,
  writer: Writer,
): Promise<string> {
  const code = newRecoveryCode()
  await saveRecoveryCode({ accountId, digest: recoveryDigest(code), now }, writer)
  return code
}
