import { actionNames } from '../actions/index.ts'
import { Refusal } from '../actions/refusal.ts'
import { isoOf } from '../clock.ts'
import type { Faults } from '../providers/faults/faults.ts'
import type { FaultOrder } from '../providers/faults/hit.ts'
import { type FaultKind, faultKinds, providerNames } from '../providers/faults/kinds.ts'
import { type Answer, type Asked, json, type Listening, listen } from '../providers/server.ts'
import type { Stage } from '../stage.ts'
import { fullNameOf } from '../world/repositories.ts'
import { numberIn, oneOf, optionalNumberIn, optionalOneOf, optionalTextIn, read, textIn } from './input.ts'

type ControlDeps = { readonly stage: Stage; readonly faults: Faults }

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
    const order = faultIn(body)
    faults.add(order)
    return { fault: order, standing: faults.standing }
  },
  'POST /fault/clear': (body, { faults }) => {
    faults.clear(optionalOneOf(body, 'provider', providerNames))
    return { standing: faults.standing }
  },
}

export function serveControl(deps: ControlDeps, host: string): Promise<Listening> {
  return listen((asked) => answerControl(asked, deps), host)
}

async function answerControl(asked: Asked, deps: ControlDeps): Promise<Answer> {
  const name = `${asked.method} ${asked.path}`
  const handler = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!handler) {
    return json(404, {
      error: 'not_found',
      message: `There is no ${name}; there are ${Object.keys(routes).join(', ')}`,
    })
  }
  try {
    return json(200, await handler(asked.method === 'POST' ? read(asked.body) : {}, deps))
  } catch (cause) {
    if (cause instanceof Refusal) return json(400, { error: cause.code, message: cause.message })
    throw cause
  }
}

function faultIn(body: Readonly<Record<string, unknown>>): FaultOrder {
  const match = optionalTextIn(body, 'match')
  const numbers = ['forMs', 'times', 'delayMs', 'maxBlocks'] as const
  const given = numbers.map((name) => [name, optionalNumberIn(body, name)] as const)
  return {
    provider: oneOf(body, 'provider', providerNames),
    kind: oneOf(body, 'kind', kindNames),
    ...(match === undefined ? {} : { match }),
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  }
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
