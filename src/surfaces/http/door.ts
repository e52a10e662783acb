import type { IncomingMessage, ServerResponse } from 'node:http'
import { budgetHeaders, type Caller, type Callers } from '#accounts/callers.ts'
import { ERRORS, fail } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { type Answer, type Headers, refusalAnswer, write } from './answer.ts'
import type { Asked } from './asked.ts'
import { costOf, identify } from './caller.ts'
import type { ClientOf } from './client.ts'
import { failureOf } from './errors.ts'
import { commonHeaders, namesOneHost, preflightHeaders, requestIdOf } from './headers.ts'
import { asksForMetrics, type MetricsDeps, mayReadMetrics, metricsAnswer, type Telemetry } from './metrics.ts'
import type { ReadAnswer } from './read-answer.ts'

export type DoorDeps = {
  readonly callers: Callers
  readonly clientOf: ClientOf
  readonly asked: (request: IncomingMessage) => Asked
  readonly readAnswer: ReadAnswer
  readonly metrics: MetricsDeps | undefined
  readonly telemetry: Telemetry
  readonly logger: {
    readonly info: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  readonly sandbox: boolean
}

/** A request with what is known about it so far. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly asked: Asked
  caller: Caller | undefined
  /** The integration that the caller declares. */
  integration: string | null
  /** Headers of the answer, also when it is a refusal. */
  headers: Headers
}

/** Answers any request. Never rejects: it answers failures, or logs them when an answer is not possible. */
export type Door = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Opens the door, which takes every request to its answer. */
export function openDoor(deps: DoorDeps): Door {
  const common = commonHeaders(deps.sandbox)
  return async (request, response) => {
    const begunAt = performance.now()
    const requestId = requestIdOf(request)
    const exchange: Exchange = {
      request,
      requestId,
      asked: deps.asked(request),
      caller: undefined,
      integration: null,
      headers: {},
    }
    try {
      const answer = await answerTo(exchange, deps).catch((thrown) => refuse(thrown, exchange, deps))
      const always = answer.isInternal ? {} : { ...common, 'x-request-id': requestId, ...exchange.headers }
      const status = await write(answer, { request, response, always })
      report({ exchange, status, ms: performance.now() - begunAt }, deps)
    } catch (err) {
      deps.logger.error({ requestId, err }, 'a request could not be answered to its end')
      if (!response.writableEnded) response.destroy()
    }
  }
}

/** Refuses path, method and caller before a body is read. */
async function answerTo(exchange: Exchange, deps: DoorDeps): Promise<Answer> {
  const { request, asked } = exchange
  const { found, operation } = asked
  const { metrics, readAnswer } = deps
  if (metrics !== undefined && asksForMetrics(request) && mayReadMetrics(request, metrics.token))
    return metricsAnswer(metrics)
  if (found.kind === 'path' && request.method === 'OPTIONS')
    return { status: 204, headers: preflightHeaders(found.path.allow) }
  await admit(exchange, deps)
  if (found.kind === 'malformed')
    fail('invalid_parameter', { detail: { parameter: 'path', expected: 'valid percent-encoding' } })
  if (found.kind === 'unknown') fail('not_found')
  if (operation === undefined) {
    exchange.headers = { ...exchange.headers, allow: found.path.allow }
    fail('method_not_allowed')
  }
  if (!namesOneHost(request))
    fail('invalid_parameter', { detail: { parameter: 'host', expected: 'one host header' } })
  return readAnswer(operation, exchange)
}

const ANONYMOUS_BUDGET = budgetHeaders(LIMITS.anonymousPerMinute)

/** Identifies the caller and charges the request. Every answer after that states the caller's budget. */
async function admit(exchange: Exchange, { callers, clientOf }: DoorDeps): Promise<void> {
  const { request, asked } = exchange
  const { found, operation, raw } = asked
  const isCounted = found.kind !== 'path' || found.path.isCounted
  if (isCounted) exchange.headers = ANONYMOUS_BUDGET
  const caller = await identify({ headers: request.headers, client: clientOf(request) }, callers)
  exchange.caller = caller
  if (!isCounted) return
  const { needsKey = [] }: Partial<Operation> = operation === undefined ? {} : OPERATIONS[operation]
  const { headers, refusal } = await callers.spend(caller, costOf({ needsKey, query: raw.query }, caller))
  exchange.headers = headers
  if (refusal !== undefined) throw refusal
}

function refuse(thrown: unknown, { requestId }: Exchange, { logger }: DoorDeps): Answer {
  const failure = failureOf(thrown)
  if (ERRORS[failure.code].status >= 500) logger.error({ requestId, err: thrown }, failure.code)
  return refusalAnswer(failure, requestId)
}

function report(
  done: { readonly exchange: Exchange; readonly status: number; readonly ms: number },
  { telemetry, logger }: DoorDeps,
): void {
  const { exchange, status, ms } = done
  const { request, requestId, asked, integration } = exchange
  const { found, operation = 'none' } = asked
  telemetry.answered({ operation, status, ms })
  const route = found.kind === 'path' ? found.path.template : undefined
  logger.info(
    { requestId, method: request.method, route, status, ms: Math.round(ms), integration },
    'answered',
  )
}
