import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, Callers } from '#accounts/callers.ts'
import { fail } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Tracer } from '#contract/tracing.ts'
import type { openErrorPages } from '../pages/error-page.ts'
import { type Answer, refusalAnswer, write } from './answer.ts'
import { PRIVATE_CALL } from './call-answer.ts'
import { costOf, identify, type Keys, keyNeedOf, keyRequired } from './caller.ts'
import type { ClientOf } from './client.ts'
import { contentOf } from './content.ts'
import { failureOf } from './errors.ts'
import type { LogFailure } from './failure-log.ts'
import { commonHeaders, namesOneHost, preflightHeaders, requestIdOf } from './headers.ts'
import {
  isMetricsRequest,
  type MetricsDeps,
  mayReadMetrics,
  metricsAnswer,
  type Telemetry,
} from './metrics.ts'
import { prefersPage } from './negotiation.ts'
import type { ParsedRequest } from './parse-request.ts'
import { leastPositionOf } from './positioned-reads.ts'
import type { AnswerOperation } from './read-answer.ts'
import { endRequestSpan, startRequestSpan } from './request-span.ts'
import type { RequestState } from './request-state.ts'

export type RequestHandlerDeps = {
  readonly callers: Callers
  readonly clientOf: ClientOf
  readonly parseRequest: (request: IncomingMessage) => ParsedRequest
  /** Answers from the response cache. */
  readonly read: AnswerOperation
  /** Answers without the response cache. */
  readonly call: AnswerOperation
  /** Answers the messages of other protocols. */
  readonly message: AnswerOperation
  /** Answers the account page. */
  readonly account: AnswerOperation
  /** Answers exports of any size, batch by batch. */
  readonly stream: AnswerOperation
  /** The longest time in which an export must be sent. */
  readonly streamMs: number
  readonly keys: Keys
  readonly metrics: MetricsDeps | undefined
  readonly telemetry: Telemetry
  /** Traces requests; without it nothing is traced. */
  readonly tracer: Tracer | undefined
  /** Logs why a request failed. */
  readonly failed: LogFailure
  readonly logger: {
    readonly info: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  readonly sandbox: boolean
  /** The HTML of a refusal, for people. */
  readonly errorPage: ReturnType<typeof openErrorPages>
}

/** Answers any request. Never rejects: it answers failures, or logs them when an answer is not possible. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Opens the request handler, which takes every request to its answer. */
export function openRequestHandler(deps: RequestHandlerDeps): RequestHandler {
  const common = commonHeaders(deps.sandbox)
  return async (request, response) => {
    const begunAt = performance.now()
    const requestId = requestIdOf(request)
    const state: RequestState = {
      request,
      response,
      requestId,
      parsed: deps.parseRequest(request),
      caller: undefined,
      least: 0,
      integration: null,
      lookup: undefined,
      capability: undefined,
      headers: {},
    }
    const span = startRequestSpan(state, deps.tracer)
    try {
      const answer = await answerTo(state, deps).catch((thrown) => refuse(thrown, state, deps))
      const always = answer.isInternal ? [] : [common, { 'x-request-id': requestId }, state.headers]
      const status = await write(answer, { request, response, always, streamMs: deps.streamMs })
      report({ state, status, ms: performance.now() - begunAt }, deps)
      endRequestSpan(span, { state, status })
    } catch (err) {
      endRequestSpan(span, { state })
      deps.logger.error({ requestId, err }, 'a request could not be answered to its end')
      if (!response.writableEnded) response.destroy()
    }
  }
}

/** Refuses path, method and caller before a body is read. */
async function answerTo(state: RequestState, deps: RequestHandlerDeps): Promise<Answer> {
  const { request, parsed } = state
  const { found, operation } = parsed
  const { metrics, read, call, message, account, stream } = deps
  if (metrics !== undefined && isMetricsRequest(request) && mayReadMetrics(request, metrics.token))
    return metricsAnswer(metrics)
  if (found.kind === 'path' && request.method === 'OPTIONS')
    return { status: 204, headers: preflightHeaders(found.path) }
  await admit(state, deps)
  if (found.kind === 'malformed')
    fail('invalid_parameter', { detail: { parameter: 'path', expected: 'valid percent-encoding' } })
  if (found.kind === 'unknown') {
    if (!found.isReadOnly || READ_METHODS.includes(String(request.method))) fail('not_found')
    state.headers = { ...state.headers, allow: READ_METHODS.join(', ') }
    fail('method_not_allowed')
  }
  if (operation === undefined) {
    state.headers = { ...state.headers, allow: found.path.allow }
    fail('method_not_allowed')
  }
  if (!namesOneHost(request))
    fail('invalid_parameter', { detail: { parameter: 'host', expected: 'one host header' } })
  state.least = leastPositionOf(request.headers['min-position'])
  await chargeCall(operation, state, deps)
  if (operation.protocol !== undefined) return message(operation, state)
  if (operation.ofBrowser === true) return account(operation, state)
  if (operation.cacheable === 'shared') return read(operation, state)
  return operation.lines === undefined ? call(operation, state) : stream(operation, state)
}

/**
 * Identifies the caller and charges the request. Every later answer states the caller's budget. While keys are closed,
 * the key of a call that needs one is not read, and the caller counts as anonymous.
 */
async function admit(state: RequestState, { callers, clientOf, keys }: RequestHandlerDeps): Promise<void> {
  const { request, parsed } = state
  const { found, operation, raw } = parsed
  const isCounted = found.kind !== 'path' || found.path.isCounted
  if (isCounted) state.headers = callers.anonymousHeaders
  const client = clientOf(request)
  const need = keyNeedOf(parsed)
  const isClosed = keys === 'closed' && need !== undefined
  const caller: Caller = isClosed
    ? { kind: 'anonymous', client }
    : await identify({ headers: request.headers, client }, callers)
  state.caller = caller
  if (!isCounted) return
  const cost = costOf({ operation, query: raw.query }, caller)
  const { headers, left, refusal } = await callers.charge(caller, cost)
  state.headers = operation?.cacheable === 'never' ? { ...headers, ...left } : headers
  if (caller.kind === 'anonymous' && need !== undefined) throw keyRequired(need, keys)
  if (refusal !== undefined) throw refusal
}

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Charges a call that has a limit of its own: its caller for a limit a minute, its account for a limit an hour. */
async function chargeCall(
  { minutely, hourly }: Operation,
  { caller }: RequestState,
  { callers }: RequestHandlerDeps,
): Promise<void> {
  if (minutely !== undefined && caller !== undefined) await callers.chargeMinute({ caller, call: minutely })
  if (hourly === undefined || caller?.kind !== 'keyed') return
  await callers.chargeHour({ accountId: caller.key.account.id, call: hourly })
}

function refuse(
  thrown: unknown,
  { request, requestId, parsed }: RequestState,
  { failed, errorPage, telemetry }: RequestHandlerDeps,
): Answer {
  const failure = failureOf(thrown)
  telemetry.refused({ code: failure.code })
  // A refusal by design has no cause to log: thousands of refusals at once would delay other callers.
  if (failure !== thrown) failed({ requestId, err: thrown })
  const { errorForm } = parsed.found
  const answer = refusalAnswer(failure, requestId, errorForm)
  if (errorForm === 'page' && prefersPage(request)) {
    const page = errorPage(failure, { requestId, target: request.url })
    return { ...answer, content: contentOf(page, 'text/html') }
  }
  if (parsed.operation?.caller !== 'account') return answer
  return { ...answer, headers: { ...answer.headers, ...PRIVATE_CALL } }
}

/** Characters of a user agent that the log keeps. */
const USER_AGENT_LENGTH = 200

function report(
  done: { readonly state: RequestState; readonly status: number; readonly ms: number },
  { telemetry, logger, clientOf }: RequestHandlerDeps,
): void {
  const { state, status, ms } = done
  const { request, requestId, parsed, integration, caller } = state
  const { found, operation } = parsed
  telemetry.answered({ operation: operation?.name ?? 'none', status, ms })
  const route = found.kind === 'path' ? found.path.template : undefined
  const by =
    caller?.kind === 'keyed'
      ? { keyId: caller.key.id }
      : { client: caller === undefined ? clientOf(request) : caller.client }
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH)
  logger.info(
    { requestId, method: request.method, route, status, ms: Math.round(ms), ...by, userAgent, integration },
    'answered',
  )
}
