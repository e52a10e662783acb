import { isToken, newToken, tokenDigest } from '#accounts/tokens.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { type Account, findAccountById } from '#records/accounts/accounts.ts'
import {
  deleteSession,
  deleteSessions,
  findSessionAccount,
  insertSession,
} from '#records/accounts/sessions.ts'
import { inTransaction, type Reader, type Writer } from '#records/database.ts'
import type { SignInDeps } from './deps.ts'

const SESSION_DAYS = 14
/** The most sessions of an account. When one more begins, the oldest ends. */
const MOST_SESSIONS = 20

/** The account that a browser is signed in to. */
export type Owner = Account

/** How long a browser keeps its cookie. */
export const SESSION_SECONDS = (SESSION_DAYS * DAY_MS) / 1000

/**
 * Begins a session under a new token, and ends the one that the browser had. Returns the token. It is always new,
 * because an attacker may have planted the browser's earlier token (session fixation).
 */
export async function beginSession(
  of: { readonly accountId: string },
  { now, at, browser }: Pick<SignInDeps, 'now' | 'at' | 'browser'>,
  writer: Writer,
): Promise<string> {
  const token = newToken()
  await deleteSession({ digest: tokenDigest(browser) }, writer)
  const session = {
    accountId: of.accountId,
    digest: tokenDigest(token),
    origin: at.origin,
    now,
    limit: MOST_SESSIONS,
  }
  await insertSession({ ...session, expiresAt: addMs(now, SESSION_DAYS * DAY_MS) }, writer)
  return token
}

/** The account that a browser is signed in to; undefined for none. */
export async function findOwner(
  { now, at, browser }: Pick<SignInDeps, 'now' | 'at' | 'browser'>,
  reader: Reader,
): Promise<Owner | undefined> {
  if (!isToken(browser)) return undefined
  const found = await findSessionAccount({ digest: tokenDigest(browser), origin: at.origin, now }, reader)
  return found && findAccountById(found.accountId, reader)
}

/** Ends the browser's session. */
export function signOut({ database, browser }: Pick<SignInDeps, 'database' | 'browser'>): Promise<void> {
  return inTransaction(database, (writer) => deleteSession({ digest: tokenDigest(browser) }, writer))
}

/** Ends every session of the account. */
export function signOutEverywhere(
  of: { readonly accountId: string },
  { database }: Pick<SignInDeps, 'database'>,
): Promise<void> {
  return inTransaction(database, (writer) => deleteSessions(of, writer))
}
