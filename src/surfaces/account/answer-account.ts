import type { IncomingMessage } from 'node:http'
import type { Callers } from '#accounts/callers.ts'
import { AccountRefusal, refuseAccount, type TypedFields } from '#accounts/refusal.ts'
import type { SignUps } from '#accounts/sign-in/deps.ts'
import { type AccountOrigin, accountOriginOf } from '#accounts/sign-in/origin.ts'
import { findOwner } from '#accounts/sign-in/session.ts'
import { formTokenOf, isFormToken, isToken, newToken } from '#accounts/tokens.ts'
import { ERRORS, Failure, fail } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import type { ManagementDeps } from '#webhooks/deps.ts'
import type { HandlerDeps } from '../handlers.ts'
import type { Answer } from '../http/answer.ts'
import type { Keys } from '../http/caller.ts'
import { callerName } from '../http/compute.ts'
import { contentOf } from '../http/content.ts'
import { readBody } from '../http/json-body.ts'
import { prefersPage } from '../http/negotiation.ts'
import type { Gate } from '../http/overload.ts'
import type { PositionedReads } from '../http/positioned-reads.ts'
import type { AnswerOperation } from '../http/read-answer.ts'
import type { RequestState } from '../http/request-state.ts'
import { type AccountPage, accountDocument } from '../pages/account/document.ts'
import { elsewherePage, refusalPage } from '../pages/account/refusal.ts'
import { type AccountReply, type AccountRequest, fieldOf, typedIn } from './account-action.ts'
import { ACCOUNT_ACTIONS } from './actions.ts'
import { type AccountCookie, openCookie } from './cookie.ts'

type AccountPagesDeps = {
  readonly reads: Pick<PositionedReads, 'primary'>
  readonly callers: Callers
  readonly gate: Gate
  readonly webhooks: ManagementDeps['webhooks']
  readonly config: {
    readonly baseUrl: string
    readonly trustedProxies: number
    readonly keys: Keys
    readonly signUps: SignUps
  }
}

/** The headers of every answer of the account page: no cache stores it, and no search engine lists it. */
const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }

/** Opens the answers of the account page. A refusal is a page too, or the error envelope if JSON is preferred. */
export function openAccountPages(deps: AccountPagesDeps): AnswerOperation {
  const at = accountOriginOf(deps.config.baseUrl)
  const cookie = at && openCookie(at.origin)
  const answer = async ({ operation, state }: AccountPageCall, handlerDeps: HandlerDeps) => {
    const given = cookie?.read(state.request.headers.cookie)
    const browser = given ?? newToken()
    const fresh = given === undefined ? cookie?.write(browser, 'visit') : undefined
    const render = (page: AccountPage, path: string) =>
      accountDocument(page, { deps: handlerDeps, path, form: formTokenOf(browser) })
    const path = String(state.request.url).split('?')[0] ?? ''
    try {
      if (at === undefined || cookie === undefined) return refuseAccount('passkeys_unavailable')
      if (operation.method === 'GET' && isElsewhere(state.request, at, deps.config))
        return pageAnswer(render(elsewherePage(at.origin), path))
      const request = { at, browser, isKnown: given !== undefined, handlerDeps }
      const reply = await replyTo({ operation, state }, request, deps)
      const written = writtenCookie(reply, { cookie, fresh })
      if (reply.kind === 'see')
        return { status: 303, headers: { ...PRIVATE, location: reply.path, ...written } }
      if (reply.kind === 'data') return dataAnswer(reply.value)
      return pageAnswer(render(reply.page, path), reply.status, written)
    } catch (thrown) {
      const refusal = refusalOf(thrown)
      if (refusal === undefined) throw thrown
      if (!prefersPage(state.request)) return refusedData(thrown, state)
      return pageAnswer(render(refusalPage(refusal), path), refusal.status, refusalHeaders(refusal))
    }
  }
  return async (operation, state) => {
    const call = { operation, state }
    const { value } = await deps.reads.primary((handlerDeps) => answer(call, handlerDeps))
    return value
  }
}

type AccountPageCall = { readonly operation: Operation; readonly state: RequestState }

type Visit = {
  readonly at: AccountOrigin
  readonly browser: string
  readonly isKnown: boolean
  readonly handlerDeps: HandlerDeps
}

/** Answers a request. Before a form's fields are used, checks that it comes from this browser's present page. */
async function replyTo(
  { operation, state }: AccountPageCall,
  { at, browser, isKnown, handlerDeps }: Visit,
  { callers, gate, webhooks, config }: AccountPagesDeps,
): Promise<AccountReply> {
  const action = ACCOUNT_ACTIONS.get(operation.name)
  if (action === undefined) throw new Error(`nothing answers ${operation.name}`)
  const form = operation.method === 'POST' ? await readForm(state, at) : new URLSearchParams()
  const token = fieldOf(form, 'token')
  if (operation.method === 'POST' && !isToken(token)) refuseAccount('forged_form')
  const isPresent = operation.method === 'GET' || (isKnown && isFormToken(token, browser))
  const { reader: database, now } = handlerDeps
  const request: AccountRequest = {
    given: { ...Object.fromEntries(state.parsed.raw.query), ...state.parsed.raw.path },
    form,
    client: callerName(state.caller),
    callers,
    signUps: config.signUps,
    keys: config.keys,
    webhooks,
    baseUrl: config.baseUrl,
    deps: { database, now, at, browser },
  }
  return await gate.pass(async () => {
    const owner = isKnown ? await findOwner(request.deps, database) : undefined
    // Without a session, an action of an owner says that nobody is signed in.
    if (!isPresent && !(action.isOwn && owner === undefined))
      refuseAccount('outdated_page', { typed: typedIn(form) })
    return await action.answer(request, owner)
  }, request.client)
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** The form of a POST. @throws AccountRefusal for one that another site sent, and Failure for another type or size */
async function readForm(state: RequestState, at: AccountOrigin): Promise<URLSearchParams> {
  if (!isFromHere(state.request, at)) refuseAccount('forged_form')
  if (!FORM_TYPE.test(String(state.request.headers['content-type'])))
    fail('unsupported_media_type', { message: 'Unsupported media type: expected a form.' })
  const body = await readBody(state, LIMITS.accountBodyBytes)
  return new URLSearchParams(body.toString())
}

/** Whether the browser states that a page of the account's origin sent the request; false when it states nothing. */
function isFromHere({ headers }: IncomingMessage, { origin }: AccountOrigin): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers.origin === undefined ? site === 'same-origin' : headers.origin === origin
}

/** Whether the browser has this page under another host. False behind a proxy, which may have set the host itself. */
function isElsewhere(
  { headers }: IncomingMessage,
  { origin }: AccountOrigin,
  { trustedProxies }: AccountPagesDeps['config'],
): boolean {
  return trustedProxies === 0 && headers.host !== undefined && headers.host !== new URL(origin).host
}

function writtenCookie(
  { token }: AccountReply,
  { cookie, fresh }: { readonly cookie: AccountCookie; readonly fresh: string | undefined },
): Readonly<Record<string, string>> {
  if (token === null) return { 'set-cookie': cookie.end() }
  if (token !== undefined) return { 'set-cookie': cookie.write(token, 'session') }
  return fresh === undefined ? {} : { 'set-cookie': fresh }
}

function pageAnswer(html: string, status = 200, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { ...PRIVATE, ...headers }, content: contentOf(html, 'text/html') }
}

function dataAnswer(value: object, status = 200, headers: Answer['headers'] = {}): Answer {
  const content = contentOf(JSON.stringify(value), 'application/json')
  return { status, headers: { ...PRIVATE, ...headers }, content }
}

/**
 * RFC 9110 requires a challenge with 401. No registered scheme names a session that a passkey opens; browsers pass over
 * a scheme they do not know. `Bearer` would be wrong: the account page reads no key.
 */
const CHALLENGE = { 'www-authenticate': 'Passkey realm="account"' }

function refusalHeaders({
  status,
  retryAfterSeconds,
}: Pick<Refusal, 'status' | 'retryAfterSeconds'>): Answer['headers'] {
  return { ...(status === 401 ? CHALLENGE : {}), ...known({ 'retry-after': retryAfterSeconds }) }
}

type Refusal = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds: number | undefined
  readonly typed?: TypedFields | undefined
}

/** The refusal to show a person for a thrown value; undefined for a failure that is no refusal. */
function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof AccountRefusal) return thrown
  if (!(thrown instanceof Failure)) return undefined
  const { status } = ERRORS[thrown.code]
  const { retryAfterSeconds } = thrown.extra
  const { code, message } = thrown
  return { status, code, message, retryAfterSeconds }
}

/** The envelope of a refusal. @throws Failure of the API, which has its own */
function refusedData(thrown: unknown, { requestId }: RequestState): Answer {
  if (!(thrown instanceof AccountRefusal)) throw thrown
  const { code, message, status, retryAfterSeconds } = thrown
  const envelope = { error: code, message, requestId, retryable: status === 429 }
  return dataAnswer({ ...envelope, ...known({ retryAfterSeconds }) }, status, refusalHeaders(thrown))
}
