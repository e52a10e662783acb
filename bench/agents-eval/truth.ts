import type { Subject, Truth } from './question.ts'

/** The right answer, with the evidence ids that REST names for it. */
export type Known = { readonly truth: Truth; readonly evidence: ReadonlySet<string> }
/** Reads a path of REST. Resolves to its status and its body. */
export type Rest = (path: string) => Promise<{ readonly status: number; readonly body: Body }>
type Body = Readonly<Record<string, unknown>>

type Note = { readonly kind?: string; readonly rule?: string; readonly evidence?: readonly string[] }
type Reading = Readonly<Record<string, unknown>> & { readonly source?: string }

/** A field of a snapshot: the path of its value, the name of its claim note, and its figure in a market reading. */
type Field = { readonly path: string; readonly note: string; readonly reading?: string }

export const FIELDS: Readonly<Record<string, Field>> = {
  'activity status': { path: 'build.status', note: 'status' },
  'last ship': { path: 'build.lastShip.title', note: 'lastShip' },
  'ships in 30 days': { path: 'build.meaningfulShips30d', note: 'meaningfulShips30d' },
  'build momentum': { path: 'build.buildMomentum', note: 'buildMomentum' },
  'research level': { path: 'verification.researchLevel', note: 'researchLevel' },
  'token verification': { path: 'verification.tokenVerification', note: 'tokenVerification' },
  'market status': { path: 'market.status', note: 'marketStatus' },
  valuation: { path: 'market.valuation.value', note: 'marketCap', reading: 'valuation.value' },
  liquidity: { path: 'market.liquidity.value', note: 'liquidity', reading: 'liquidityUsd' },
  'volume in 24 hours': { path: 'market.volume24h.value', note: 'volume24h', reading: 'volume24hUsd' },
  'decoded calls': { path: 'onChainUse.calls', note: 'onChainUse' },
  'token locks': { path: 'locks.total', note: 'locks' },
}

const UNKNOWN: Known = { truth: { kind: 'unknown' }, evidence: new Set() }

/** The right answer to a question, read from REST alone. No part of it passes through a tool. */
export async function truthOf(about: Subject, rest: Rest): Promise<Known> {
  switch (about.kind) {
    case 'field':
      return fieldTruth(about, rest)
    case 'rule': {
      const { body } = await rest(`/api/projects/${about.project}/explain?fact=${about.fact}`)
      return knownOf(textAt(body, 'rule.id'), evidenceIn(body['evidence']))
    }
    case 'token': {
      const { body } = await rest(`/api/v1/scan?token=${about.contract}`)
      const slug = textAt(body, 'project.slug')
      if (slug === undefined) return UNKNOWN
      const { evidence } = await fieldTruth({ project: String(slug), field: 'token verification' }, rest)
      const { body: project } = await rest(`/api/projects/${slug}`)
      const sources = project['sources'] as readonly { readonly id: string; readonly kind: string }[]
      const tokens = sources.filter(({ kind }) => kind === 'token').map(({ id }) => id)
      return knownOf(textAt(body, 'project.name'), [...evidence, ...tokens])
    }
    case 'rank': {
      const { body } = await rest(`/api/builders?offset=${about.rank - 1}&limit=1`)
      const [item] = body['items'] as readonly Body[]
      return knownOf(textAt(item, 'project.name'), evidenceIn(item))
    }
    case 'unpublished': {
      const { status } = await rest(`/api/projects/${about.project}`)
      if (status !== 404) throw new Error(`${about.project}: expected a project that is not published`)
      return UNKNOWN
    }
    case 'none':
      return { truth: { kind: 'none' }, evidence: new Set() }
  }
}

async function fieldTruth(
  { project, field }: { readonly project: string; readonly field: string },
  rest: Rest,
): Promise<Known> {
  const of = FIELDS[field]
  if (of === undefined) throw new Error(`${field}: no such field`)
  const { body } = await rest(`/api/projects/${project}/snapshot`)
  const { claims, market, locks, build } = body as {
    readonly claims: Readonly<Record<string, Note>>
    readonly market: { readonly readings?: readonly Reading[] }
    readonly locks: { readonly items?: readonly { readonly id: string }[] }
    readonly build: { readonly lastShip?: { readonly evidenceId: string } }
  }
  const note = claims[of.note]
  const value = note?.kind === 'UNKNOWN' ? undefined : textAt(body, of.path)
  const { reading } = of
  const same =
    reading === undefined ? [] : (market.readings ?? []).filter((one) => textAt(one, reading) === value)
  return knownOf(value, [
    ...(note?.evidence ?? []),
    ...same.flatMap(({ source }) => (source === undefined ? [] : [source])),
    ...(field === 'token locks' ? (locks.items ?? []).map(({ id }) => id) : []),
    ...(field === 'last ship' && build.lastShip !== undefined ? [build.lastShip.evidenceId] : []),
  ])
}

function knownOf(value: unknown, evidence: readonly string[] = []): Known {
  if (typeof value !== 'string' && typeof value !== 'number') return UNKNOWN
  return { truth: { kind: 'value', value }, evidence: new Set(evidence) }
}

/** The value at a path, whose names are separated by dots. */
function textAt(body: unknown, path: string): unknown {
  let at = body
  for (const name of path.split('.')) at = (at as Body | undefined)?.[name]
  return at
}

/** Every evidence id inside a value. */
function evidenceIn(value: unknown): readonly string[] {
  const form = /"((?:ship|source|claim|method|abi|signal|state|impl|lock|narrative):[^"]+)"/g
  return [...JSON.stringify(value).matchAll(form)].map(([, id = '']) => id)
}
