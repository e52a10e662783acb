import { formTokenOf } from '#accounts/tokens.ts'
import type { HttpService } from './http-service.ts'
import { type Authenticator, anAuthenticator } from './passkeys.ts'

/** A browser without script. It keeps the cookie of the account page, and has an authenticator in software. */
export type AccountBrowser = {
  readonly authenticator: Authenticator
  /** The cookie of its next request. */
  readonly cookie: () => string
  readonly get: (path: string) => Promise<Shown>
  /** Sends a form of the page that the browser shows. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string>>,
    options?: PostOptions,
  ) => Promise<Shown>
  readonly signUp: (invitation?: string) => Promise<Shown>
  readonly signIn: (by?: Authenticator) => Promise<Shown>
}
export type Shown = {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}
type PostOptions = {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly token?: string
  readonly cookie?: string
}

const AT = { origin: 'https://svc.example', domain: 'svc.example' }
let clients = 0

/**
 * Opens a browser for the account page of a service at https://svc.example. With a `browser` token, it needs no page
 * first: it makes the cookie and the form token itself.
 */
export async function openAccountBrowser(
  service: HttpService,
  options: { readonly client?: string; readonly cookie?: string; readonly browser?: string } = {},
): Promise<AccountBrowser> {
  clients += 1
  const remoteAddress = options.client ?? `198.18.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
  const authenticator = anAuthenticator()
  const { browser } = options
  let cookie = options.cookie ?? (browser === undefined ? '' : `__Host-svc-account=${browser}`)
  let token = browser === undefined ? '' : formTokenOf(browser)
  const take = (answer: Shown) => {
    const set = answer.headers['set-cookie']
    if (set !== undefined) cookie = String(set).split(';')[0] ?? ''
    token = /name="token" value="([^"]+)"/.exec(answer.text)?.[1] ?? token
    return answer
  }
  const ask = async (method: 'GET' | 'POST', path: string, headers: object, payload?: string) => {
    const sent = { host: 'svc.example', accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers }
    const answer = await service.server.inject({
      method,
      url: path,
      remoteAddress,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      ...(payload !== undefined && { payload }),
    })
    return take({ status: answer.statusCode, text: answer.body, headers: answer.headers })
  }
  const get = (path: string) => ask('GET', path, {})
  const post: AccountBrowser['post'] = (path, fields = {}, given = {}) => {
    const form = new URLSearchParams({ token: given.token ?? token, ...fields })
    const headers = {
      origin: AT.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...(given.cookie !== undefined && { cookie: given.cookie }),
      ...given.headers,
    }
    return ask('POST', path, headers, form.toString())
  }
  const ceremony = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    answer: (challenge: string) => Readonly<Record<string, string>>,
  ) => {
    const asked = await post(`${path}/challenge`, fields, { headers: { accept: 'application/json' } })
    if (asked.status !== 200) return asked
    const { challenge } = JSON.parse(asked.text) as { readonly challenge: string }
    return post(path, { ...fields, ...answer(challenge) })
  }
  if (browser === undefined) await get('/account')
  return {
    authenticator,
    cookie: () => cookie,
    get,
    post,
    signUp: (invitation = '') =>
      ceremony('/account/sign-up', { invitation, name: 'Laptop' }, (challenge) => ({
        passkey: authenticator.make({ challenge, ...AT }),
      })),
    async signIn(by = authenticator) {
      const answer = await ceremony('/account/sign-in', {}, (challenge) => ({
        passkey: by.sign({ challenge, ...AT }),
      }))
      await get('/account')
      return answer
    },
  }
}
