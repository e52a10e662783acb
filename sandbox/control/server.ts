import { actionNames } from '../actions/index.ts'
import { Refusal } from '../actions/refusal.ts'
import { isoOf } from '../clock.ts'
import type { Faults } from '../providers/faults/faults.ts'
import type { FaultOrder } from '../providers/faults/hit.ts'
import {
  type FaultKind,
  faultKinds,
  faultTargets,
  providerNames,
  providersOf,
} from '../providers/faults/kinds.ts'
import type { Providers } from '../providers/index.ts'
import { type Answer, json, type Listening, listen, type ProviderRequest } from '../providers/server.ts'
import type { Stage } from '../stage.ts'
import { fullNameOf } from '../world/repositories.ts'
import {
  numberIn,
  objectIn,
  oneOf,
  optionalCountIn,
  optionalNumberIn,
  optionalOneOf,
  optionalTextIn,
  read,
  textIn,
} from './input.ts'

type ControlDeps = {
  readonly stage: Stage
  readonly faults: Faults
  readonly providers: Pick<Providers, 'urls' | 'observe'>
}

const kindNames = Object.keys(faultKinds) as readonly FaultKind[]

type Handler = (body: Readonly<Record<string, unknown>>, deps: ControlDeps) => unknown

const routes: Readonly<Record<string, Handler>> = {
  'GET /state': (_body, deps) => stateOf(deps),
  'POST /do': (body, { stage }) => stage.do({ action: textIn(body, 'action'), slug: textIn(body, 'slug') }),
  'POST /advance': (body, { stage }) => stage.advance(numberIn(body, 'ms')),
  'POST /live': (_body, { stage }) => stage.runBackground(),
  'POST /chain/reorg': (body, { stage }) => {
    const dropDeployment = optionalTextIn(body, 'dropDeployment')
    return stage.reorg({
      depth: numberIn(body, 'depth'),
      ...(dropDeployment === undefined ? {} : { dropDeployment }),
    })
  },
  'POST /fault': (body, { faults }) => {
    const orders = faultsIn(body)
    faults.add(...orders)
    return { faults: orders, standing: faults.standing }
  },
  'POST /fault/clear': (body, { faults }) => {
    const target = optionalOneOf(body, 'provider', faultTargets)
    if (target === undefined) faults.clear()
    else for (const provider of providersOf(target) ?? []) faults.clear(provider)
    return { standing: faults.standing }
  },
  'POST /observe': observed,
}

export function serveControl(deps: ControlDeps): Promise<Listening> {
  return listen((request) => answerControl(request, deps))
}

/**
 * Whether a request may come from a web page, by its Origin or by a Host that is not loopback (DNS rebinding). Only
 * programs on this machine may control the sandbox.
 */
function isFromPage({ headers }: ProviderRequest): boolean {
  return (
    headers['origin'] !== undefined ||
    !/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(headers['host'] ?? '')
  )
}

async function answerControl(request: ProviderRequest, deps: ControlDeps): Promise<Answer> {
  if (isFromPage(request)) {
    const message =
      'The control port takes requests of programs on this machine: no Origin, and a loopback Host'
    return json(403, { error: 'forbidden', message })
  }
  const name = `${request.method} ${request.path}`
  const handler = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!handler) {
    return json(404, {
      error: 'not_found',
      message: `There is no ${name}; there are ${Object.keys(routes).join(', ')}`,
    })
  }
  try {
    return json(200, await handler(request.method === 'POST' ? read(request.body) : {}, deps))
  } catch (cause) {
    if (cause instanceof Refusal) return json(400, { error: cause.code, message: cause.message })
    throw cause
  }
}

function faultsIn(body: Readonly<Record<string, unknown>>): readonly FaultOrder[] {
  const match = optionalTextIn(body, 'match')
  const numbers = ['forMs', 'delayMs', 'maxBlocks'].map(
    (name) => [name, optionalNumberIn(body, name)] as const,
  )
  const given = [...numbers, ['times', optionalCountIn(body, 'times')] as const]
  const order = {
    kind: oneOf(body, 'kind', kindNames),
    ...(match === undefined ? {} : { match }),
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(body['replacement'] === undefined ? {} : { replacement: answerIn(objectIn(body, 'replacement')) }),
  }
  const providers = providersOf(oneOf(body, 'provider', faultTargets)) ?? []
  return providers.map((provider) => ({ ...order, provider }))
}

/** The answer that a request describes. By default it has status 200, type JSON and an empty body. */
function answerIn(body: Readonly<Record<string, unknown>>): Answer {
  const headers = body['headers'] === undefined ? {} : objectIn(body, 'headers')
  return {
    status: optionalNumberIn(body, 'status') ?? 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...Object.fromEntries(Object.keys(headers).map((name) => [name.toLowerCase(), textIn(headers, name)])),
    },
    body: typeof body['body'] === 'string' ? body['body'] : '',
  }
}

/** Requests an answer from a provider without its faults. The request does not count against its rate limit. */
async function observed(
  body: Readonly<Record<string, unknown>>,
  { providers }: ControlDeps,
): Promise<Record<string, unknown>> {
  const provider = oneOf(body, 'provider', providerNames)
  const content = optionalTextIn(body, 'body')
  const host = optionalTextIn(body, 'host')
  const url = new URL(textIn(body, 'path'), providers.urls[provider])
  const request = {
    method: content === undefined ? 'GET' : 'POST',
    path: url.pathname,
    query: url.searchParams,
    headers: host === undefined ? {} : { host },
    origin: url.origin,
    body: Buffer.from(content ?? ''),
  }
  const answer = await providers.observe(provider, request, optionalNumberIn(body, 'at'))
  return { status: answer.status, headers: answer.headers, body: answer.body.toString() }
}

function stateOf({ stage, faults }: ControlDeps): unknown {
  const { world, clock, chain } = stage
  const cast = [...world.members.values()].map(({ plan, contracts, repositories }) => ({
    slug: plan.slug,
    demonstrates: plan.demonstrates,
    background: plan.background,
    repositories: repositories.flatMap((id) => {
      const repository = world.hosting.repositories.get(id)
      return repository ? [{ id, fullName: fullNameOf(repository), answers: !repository.gone }] : []
    }),
    contracts: Object.fromEntries(contracts),
    site: plan.site?.host ?? null,
  }))
  return {
    now: isoOf(clock.now()),
    offsetMs: clock.offsetMs,
    behindMs: clock.behindMs,
    epoch: isoOf(world.epoch),
    seed: world.seed,
    chain: { height: chain.height, generation: world.chain.generation },
    actions: actionNames,
    faults: faults.standing,
    cast,
  }
}
