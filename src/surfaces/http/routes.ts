import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, fail, Moved } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import { HANDLERS, type HandlerDeps, TEXT_HANDLERS, type TextForm } from '../handlers.ts'
import { keyedNames, type RawInput, readInput } from '../input.ts'
import {
  type Answer,
  bodyOf,
  encode,
  encodingOf,
  refusalOf,
  type Serialise,
  SHARED,
  sendAnswer,
  serialiserOf,
} from './answer.ts'
import type { AnswerCache } from './cache.ts'
import type { Room } from './cache-rooms.ts'
import { preflightHeaders, TAKEN_METHODS } from './headers.ts'
import { preferredType } from './negotiate.ts'
import type { Gate } from './overload.ts'
import { keyOf, namesIgnored, spellingOf } from './spelling.ts'

type RouteDeps = {
  readonly handlerDeps: () => HandlerDeps
  readonly answers: AnswerCache<Answer>
  readonly gate: Gate
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
  const taken: readonly string[] = TAKEN_METHODS
  app.route({
    method: [operation.method, 'HEAD'],
    url,
    config: { counted: operation.counted, operation: name },
    handler: (request, reply) => answer({ name, operation, url, serialise, deps }, request, reply),
  })
  app.route({
    method: 'OPTIONS',
    url,
    config: { counted: false },
    handler: (_request, reply) => reply.code(204).headers(preflightHeaders()).send(),
  })
  app.route({
    method: app.supportedMethods.filter((method) => !taken.includes(method)),
    url,
    config: { counted: operation.counted, operation: name, allow: taken.join(', ') },
    handler: () => fail('method_not_allowed'),
  })
}

type RouteOf = {
  readonly name: OperationName
  readonly operation: Operation
  readonly url: string
  readonly serialise: Serialise
  readonly deps: RouteDeps
}
type Question = { readonly input: Readonly<Record<string, unknown>>; readonly form: Form }
type Form = 'application/json' | TextForm

async function answer(route: RouteOf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { operation, deps } = route
  const isKeyed = request.caller?.kind === 'keyed'
  const raw = rawInputOf(request)
  const [keyed] = keyedNames(operation, raw)
  if (keyed !== undefined && !isKeyed) throw new Failure('key_required', { detail: { parameter: keyed } })
  const input = readInput(operation, raw)
  request.integration = declaredBy(input)
  const form = preferredType(request.headers.accept, ['application/json', ...(operation.textForms ?? [])])
  const compute = () => deps.gate.pass(() => computed(route, { input, form }))
  const at = { request, reply }
  if (operation.cacheable === 'never') {
    return send(await compute(), { at, cacheControl: 'no-store', ageSeconds: 0, grown: () => {} })
  }
  const key = keyOf(operation, { form, input })
  const found = await deps.answers.answer(key, compute).catch(movedOr)
  if (found instanceof Moved) return redirect(found, { route, ...at })
  if (!isKeyed) rememberSpelling(request, key, deps)
  return send(found.answer, {
    at,
    cacheControl: sharedFor(request),
    ageSeconds: isKeyed ? 0 : deps.answers.ageSecondsOf(found),
    grown: (bytes) => deps.answers.grow(key, bytes),
  })
}

function movedOr(thrown: unknown): Moved {
  if (thrown instanceof Moved) return thrown
  throw thrown
}

/** Sends the caller to the same address under the current slug, query and all. */
function redirect(
  { slug }: Moved,
  at: { readonly route: RouteOf; readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { route, request, reply } = at
  const { path, query } = rawInputOf(request)
  const location = route.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(path[name] ?? ''),
  )
  const rest = [...query].length === 0 ? '' : request.url.slice(request.url.indexOf('?'))
  return reply
    .code(308)
    .headers({ location: `${location}${rest}`, 'cache-control': sharedFor(request) })
    .send()
}

function sharedFor({ caller }: FastifyRequest): string {
  return caller?.kind === 'keyed' ? 'private' : SHARED
}

async function send(
  held: Answer,
  how: {
    readonly at: { readonly request: FastifyRequest; readonly reply: FastifyReply }
    readonly cacheControl: string
    readonly ageSeconds: number
    readonly grown: (bytes: number) => void
  },
): Promise<FastifyReply> {
  if (held.kind === 'refusal') throw held.failure
  const { at, cacheControl, ageSeconds, grown } = how
  const encoding = encodingOf(held, at.request.headers['accept-encoding'])
  const body = await encode(held, encoding, grown)
  return sendAnswer(held, { body, encoding, cacheControl, ageSeconds }, at)
}

/** Only requests without a key are remembered by how they were spelled: what they ask for anyone may be answered. */
function rememberSpelling(request: FastifyRequest, key: string, { answers }: RouteDeps): void {
  const spelling = spellingOf(request.url, request.headers)
  if (spelling !== undefined) answers.rememberSpelling(spelling, key)
}

async function computed(route: RouteOf, question: Question): Promise<Answer> {
  const { name, operation, url } = route
  const asked = { operation: name, route: url, integration: declaredBy(question.input) }
  try {
    const { text, found, type } = await read(route, question)
    return bodyOf({ asked, room: roomOf(operation, question, found), text, type })
  } catch (thrown) {
    const unpublished = thrown instanceof Failure && thrown.extra.scanUrl !== undefined
    if (!unpublished) throw thrown
    return refusalOf(asked, thrown)
  }
}

async function read({ name, operation, serialise, deps }: RouteOf, { input, form }: Question) {
  if (form !== 'application/json') {
    const text = await readText(name, { ...input, form }, deps.handlerDeps())
    if (text !== undefined) return { text, found: true, type: form }
  }
  const readAnswer = HANDLERS[name] as (input: unknown, deps: HandlerDeps) => Promise<unknown>
  const answered = await readAnswer(input, deps.handlerDeps())
  if (operation.media !== undefined) return { text: String(answered), found: true, type: operation.media }
  return { text: serialise(answered), found: isFound(answered), type: 'application/json' }
}

function roomOf(operation: Operation, { input }: Question, found: boolean): Room {
  const many = namesIgnored(operation) || (operation.needsKey ?? []).some((name) => name in input)
  if (many) return 'lists'
  return found ? 'published' : 'unpublished'
}

/** Answers that say nothing is published for what was asked: the scan's `found`, the token lookup's `status`. */
function isFound(answered: unknown): boolean {
  if (typeof answered !== 'object' || answered === null) return true
  if ('found' in answered) return answered.found !== false
  return !('status' in answered && answered.status === 'unknown' && !('svc_status' in answered))
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
