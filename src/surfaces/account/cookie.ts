import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_SECONDS } from '#accounts/sign-in/session.ts'
import { isToken } from '#accounts/tokens.ts'

/** The cookie of the account page: its name, and whether it is sent over https alone. */
export type AccountCookie = {
  /** The token that a request carries; undefined without one of its form. */
  readonly read: (header: string | undefined) => string | undefined
  /** The header that sets a token: until the session ends, or until the browser closes. */
  readonly write: (token: string, lasts: 'session' | 'visit') => string
  /** The header that deletes the cookie. */
  readonly end: () => string
}

/**
 * Opens the cookie of an origin. Over https its name has the prefix with which browsers accept the cookie only from
 * this host, so that no other host of the domain can plant it.
 */
export function openCookie(origin: string): AccountCookie {
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-svc-account' : 'svc-account'
  const attributes = { name, path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read(header) {
      const token = header === undefined ? undefined : parseCookie(header)[name]
      return token !== undefined && isToken(token) ? token : undefined
    },
    write: (token, lasts) =>
      stringifySetCookie({
        ...attributes,
        value: token,
        ...(lasts === 'session' && { maxAge: SESSION_SECONDS }),
      }),
    end: () => stringifySetCookie({ ...attributes, value: '', maxAge: 0 }),
  }
}
