import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, fail } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import { HANDLERS, type HandlerDeps, TEXT_HANDLERS, type TextForm } from '../handlers.ts'
import { keyedNames, type RawInput, readInput } from '../input.ts'
import { type Serialise, sendAnswer, serialiserOf } from './answer.ts'
import { callerOf } from './caller.ts'
import { preflightHeaders } from './headers.ts'
import { preferredType } from './negotiate.ts'

type RouteDeps = {
  readonly handlerDeps: () => HandlerDeps
  readonly checkAnswers: boolean
}

/** Every operation as a route, and every other method of its address as a refusal. */
export function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  for (const name of Object.keys(OPERATIONS) as readonly OperationName[]) addOperation(app, name, deps)
}

function addOperation(app: FastifyInstance, name: OperationName, deps: RouteDeps): void {
  const operation: Operation = OPERATIONS[name]
  const url = operation.path.replace(/\{(\w+)\}/g, ':$1')
  const serialise = serialiserOf(operation, { check: deps.checkAnswers })
  const taken = [operation.method, 'HEAD', 'OPTIONS']
  app.route({
    method: operation.method,
    url,
    config: { counted: operation.counted },
    handler: (request, reply) => answer({ name, operation, serialise, deps }, request, reply),
  })
  app.route({
    method: 'OPTIONS',
    url,
    config: { counted: false },
    handler: (_request, reply) => reply.code(204).headers(preflightHeaders(taken)).send(),
  })
  app.route({
    method: app.supportedMethods.filter((method) => !taken.includes(method)),
    url,
    config: { counted: operation.counted, allow: taken.join(', ') },
    handler: () => fail('method_not_allowed'),
  })
}

type Asked = {
  readonly name: OperationName
  readonly operation: Operation
  readonly serialise: Serialise
  readonly deps: RouteDeps
}

async function answer(asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name, operation, serialise, deps } = asked
  callerOf(request.headers)
  const raw = rawInputOf(request)
  const keyed = keyedNames(operation, raw)
  if (keyed.length > 0) throw new Failure('key_required', { detail: { parameter: keyed[0] } })
  const input = readInput(operation, raw)
  request.integration = declaredBy(input)
  const { cacheable } = operation
  const type = preferredType(request.headers.accept, ['application/json', ...(operation.textForms ?? [])])
  if (type !== 'application/json') {
    const text = await readText(name, { ...input, form: type }, deps.handlerDeps())
    if (text !== undefined) return sendAnswer(request, reply, { text, type, cacheable })
  }
  const read = HANDLERS[name] as (input: unknown, deps: HandlerDeps) => Promise<unknown>
  const text = serialise(await read(input, deps.handlerDeps()))
  return sendAnswer(request, reply, { text, type: 'application/json', cacheable })
}

function declaredBy(input: Readonly<Record<string, unknown>>): string | null {
  const { integration } = input
  return typeof integration === 'string' ? integration : null
}

async function readText(
  name: OperationName,
  input: { readonly form: TextForm },
  deps: HandlerDeps,
): Promise<string | undefined> {
  const read = TEXT_HANDLERS[name] as ((input: unknown, deps: HandlerDeps) => Promise<string>) | undefined
  return read?.(input, deps)
}

function rawInputOf(request: FastifyRequest): RawInput {
  const mark = request.url.indexOf('?')
  return {
    path: request.params as Readonly<Record<string, string>>,
    query: new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1)),
    header: (name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    },
  }
}
