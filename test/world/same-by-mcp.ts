import { expect } from 'vitest'
import type { mcpOf } from '#test/agents/mcp.ts'

type Body = Readonly<Record<string, unknown>>
/** One question, as a tool call and as a REST path. */
type SameQuestion = { readonly tool: string; readonly args: Body; readonly path: string }
type Surfaces = {
  readonly get: (path: string) => Promise<{ readonly status: number; readonly body: Body }>
  readonly call: ReturnType<typeof mcpOf>['call']
}

/** The questions about a project that both a tool and one read answer. */
export function projectQuestions(slug: string): readonly SameQuestion[] {
  const at = `/api/projects/${slug}`
  const project = { project: slug }
  const view = (name: string, path: string) => ({
    tool: 'get_project',
    args: { ...project, view: name },
    path,
  })
  return [
    view('snapshot', `${at}/snapshot`),
    view('dossier', at),
    view('coverage', `${at}/coverage`),
    view('contracts', `${at}/contracts`),
    view('relationships', `${at}/relationships`),
    view('built_on', `${at}/built-on`),
    { tool: 'get_project_timeline', args: project, path: `${at}/timeline?limit=10` },
    { tool: 'get_project_market', args: project, path: `${at}/market?days=7` },
    { tool: 'explain_fact', args: project, path: `${at}/explain` },
    ...['activity.status', 'market.valuation', 'market_integrity.state'].map((fact) => ({
      tool: 'explain_fact',
      args: { ...project, fact },
      path: `${at}/explain?fact=${fact}`,
    })),
    { tool: 'list_ships', args: project, path: `/api/ships?project=${slug}&counted=only&limit=10` },
    {
      tool: 'list_ships',
      args: { ...project, show: 'all' },
      path: `/api/ships?project=${slug}&limit=10`,
    },
  ]
}

/** The questions that are not about one project. */
export const LIST_QUESTIONS: readonly SameQuestion[] = [
  { tool: 'search_projects', args: { sort: 'marketCap' }, path: '/api/projects?sort=marketCap&limit=10' },
  { tool: 'search_projects', args: { offset: 10 }, path: '/api/projects?offset=10&limit=10' },
  { tool: 'list_builders', args: {}, path: '/api/builders?limit=10' },
  { tool: 'list_ships', args: { show: 'all' }, path: '/api/ships?limit=10' },
  {
    tool: 'list_ships',
    args: { since: '2026-11-01' },
    path: '/api/ships?since=2026-11-01&counted=only&order=releases_first&limit=10',
  },
  { tool: 'what_changed', args: {}, path: '/api/agent/what_changed' },
]

/** The comparisons of each two neighbouring projects. */
export function comparisonQuestions(slugs: readonly string[]): readonly SameQuestion[] {
  return slugs.slice(1).map((slug, place) => {
    const pair = [String(slugs[place]), slug]
    return { tool: 'compare_projects', args: { projects: pair }, path: `/api/compare?slugs=${pair}` }
  })
}

/** The record behind an evidence id. */
export function evidenceQuestion(id: string): SameQuestion {
  return { tool: 'get_evidence', args: { id }, path: `/api/evidence/${id}` }
}

/** Asks the tool and REST. Expects that the tool says nothing that REST does not say. */
export async function expectSame({ tool, args, path }: SameQuestion, { get, call }: Surfaces): Promise<void> {
  const rest = await get(path)
  const { structuredContent, isError } = await call(
    tool,
    tool === 'what_changed' ? args : { ...args, maxTokens: 8000 },
  )
  expect([path, rest.status, isError]).toEqual([path, 200, undefined])
  const { claims, total } = structuredContent
  const known = leavesOf(rest.body)
  const strange = claims.flatMap((claim) => leavesOfClaim(claim).filter((leaf) => !known.has(leaf)))
  expect([path, strange]).toEqual([path, []])
  expect(valuationsOf(claims).filter((one) => !valuationsIn(rest.body).has(one))).toEqual([])
  if (typeof rest.body['total'] === 'number' && total !== undefined)
    expect([path, total]).toEqual([path, rest.body['total']])
  expectEveryEntry(path, rest.body['items'], claims)
}

/** Expects that each entry of a list of evidence has its claim. */
function expectEveryEntry(path: string, items: unknown, claims: readonly Body[]): void {
  if (!Array.isArray(items) || !/timeline|ships/.test(path)) return
  const ids = items.map((item: Body) => item['evidenceId'])
  expect(claims.flatMap(({ evidence = [] }) => evidence)).toEqual(ids)
}

/**
 * The values, times and evidence of a claim, without its sentence. Quotation marks of the source's words are removed.
 */
function leavesOfClaim({
  value,
  observedAt,
  occurredAt,
  asOf,
  evidence,
  precision,
}: Body): readonly unknown[] {
  return [...leavesOf([value, observedAt, occurredAt, asOf, evidence, precision])]
}

function leavesOf(value: unknown): Set<unknown> {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null))
    return new Set(Object.values(value).flatMap((inside) => [...leavesOf(inside)]))
  if (value === undefined) return new Set()
  return new Set([typeof value === 'string' ? value.replace(/^“|”$/g, '') : value])
}

const isValuation = (value: unknown): value is Body =>
  typeof value === 'object' &&
  value !== null &&
  'provider' in value &&
  'value' in value &&
  /^(?:marketCap|fdv)$/.test(`${Reflect.get(value, 'kind')}`)

/** Kind, value, provider and time of each valuation among claims. */
function valuationsOf(claims: readonly Body[]): readonly string[] {
  return claims.flatMap(({ value, observedAt }) => {
    if (!isValuation(value)) return []
    return [wordsOf({ observedAt, ...value })]
  })
}

/** Kind, value, provider and time of every valuation anywhere in an answer. */
function valuationsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (isValuation(value)) found.add(wordsOf(value))
  if (typeof value === 'object' && value !== null)
    for (const inside of Object.values(value)) valuationsIn(inside, found)
  return found
}

function wordsOf({ kind, value, provider, observedAt }: Body): string {
  return `${kind} ${value} ${provider} ${observedAt}`
}
