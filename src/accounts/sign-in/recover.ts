import { refuseAccount } from '#accounts/refusal.ts'
import { recoveryDigest } from '#accounts/tokens.ts'
import { takeRecoveryCode } from '#records/accounts/recovery-codes.ts'
import { deleteSessions } from '#records/accounts/sessions.ts'
import { inTransaction } from '#records/database.ts'
import type { SignInDeps } from './deps.ts'
import { type OpenedAccount, renewRecoveryCode } from './recovery-code.ts'
import { beginSession } from './session.ts'

/**
 * Signs in with a recovery code. The code is used up, every other session ends, and the account gets a new code.
 * @throws AccountRefusal when the code is no account's
 */
export async function recover(answer: { readonly code: string }, deps: SignInDeps): Promise<OpenedAccount> {
  return await inTransaction(deps.database, async (writer) => {
    const taken = await takeRecoveryCode({ digest: recoveryDigest(answer.code) }, writer)
    if (taken === undefined) refuseAccount('recovery_refused')
    await deleteSessions(taken, writer)
    const recoveryCode = await renewRecoveryCode(taken, deps, writer)
    return { token: await beginSession(taken, deps, writer), recoveryCode }
  })
}

/** Gives the account a new recovery code in place of the one before. */
export async function replaceRecoveryCode(
  of: { readonly accountId: string },
  deps: Pick<SignInDeps, 'database' | 'now'>,
): Promise<string> {
  return await inTransaction(deps.database, (writer) => renewRecoveryCode(of, deps, writer))
}
