import { type Expected, PARTNER_STATUS } from '../expected.ts'
import { iso } from '../rules/times.ts'
import { at, type Values } from '../values.ts'
import type { Json } from '../world/state.ts'

type Says = (expected: Expected, asOf: string | undefined) => Json | undefined
type Fact = { readonly rule: string; readonly says: Says }

const LABELS = {
  SHIPPING: 'Shipping',
  ACTIVE: 'Active',
  QUIET: 'Quiet',
  DORMANT: 'Dormant',
  RESUMED: 'Back to shipping',
  UNKNOWN: 'Not known',
} as const

/** The end of a count. It is the time of the evaluation while every stream is up to date. */
function endOf(asOf: number | undefined, evaluated: string | undefined, passEnd: number) {
  if (asOf === undefined) return undefined
  return asOf >= passEnd ? evaluated : iso(asOf)
}

/** The facts of a project that answers show, each with its rule. */
export const FACTS = {
  slug: { rule: 'catalogue', says: ({ project }) => project.slug },
  name: { rule: 'catalogue', says: ({ project }) => project.name },
  partner: { rule: 'activity.status', says: ({ status }) => PARTNER_STATUS[status] },
  status: { rule: 'activity.status', says: ({ status }) => status },
  knownStatus: {
    rule: 'activity.status',
    says: ({ status }) => (status === 'UNKNOWN' ? undefined : status),
  },
  label: { rule: 'activity.status', says: ({ status }) => LABELS[status] },
  ships: { rule: 'ships.counted', says: ({ meaningful }) => meaningful?.value },
  commits: { rule: 'code_week', says: ({ commits }) => commits?.value },
  unseen: { rule: 'coverage', says: ({ unseen }) => unseen },
  momentum: { rule: 'build.momentum', says: ({ momentum }) => momentum },
  lastAt: { rule: 'ships.counted', says: ({ newestDated }) => newestDated && iso(newestDated.at) },
  shipAt: {
    rule: 'ships.counted',
    says: ({ newest }) => (newest === undefined || newest.undated ? undefined : iso(newest.at)),
  },
  shipKind: { rule: 'ships.counted', says: ({ newest }) => newest?.kind },
  weekTitle: {
    rule: 'code_week',
    says: ({ newest }) => (newest?.kind === 'code_week' ? newest.title : undefined),
  },
  market: { rule: 'market.status', says: ({ market }) => market?.status },
  knownMarket: {
    rule: 'market.status',
    says: ({ market }) => (market?.status === 'INSUFFICIENT_DATA' ? undefined : market?.status),
  },
  marketAt: {
    rule: 'market.status',
    says: ({ market }) =>
      market?.observedAt === undefined || market.status === 'INSUFFICIENT_DATA'
        ? undefined
        : iso(market.observedAt),
  },
  valuation: { rule: 'market.valuation', says: ({ market }) => market?.valuation?.value },
  kind: { rule: 'market.valuation', says: ({ market }) => market?.valuation?.kind },
  provider: { rule: 'market.valuation', says: ({ market }) => market?.valuation?.provider },
  valuedAt: {
    rule: 'market.valuation',
    says: ({ market }) => market?.valuation && iso(market.valuation.observedAt),
  },
  withheld: { rule: 'market.valuation', says: ({ market }) => market?.dead },
  doubted: { rule: 'market.status', says: ({ market }) => market?.doubted },
  calls: { rule: 'contract.use', says: ({ use }) => use?.value },
  callsFrom: { rule: 'contract.use', says: ({ use }) => use?.from },
} as const satisfies Readonly<Record<string, Fact>>

type FactName = keyof typeof FACTS
export type Fields = Readonly<Record<string, FactName>>

/** Compares the fields of one answer with what was recomputed. */
export function compareFields(
  values: Values,
  {
    surface,
    body,
    fields,
    expected,
  }: { surface: string; body: Json | undefined; fields: Fields; expected: Expected },
): void {
  for (const [field, name] of Object.entries(fields)) {
    const fact: Fact = FACTS[name]
    values.check({
      surface,
      project: expected.project.slug,
      field,
      rule: fact.rule,
      expected: fact.says(expected, undefined),
      got: name === 'doubted' ? at(body, field) !== undefined : at(body, field),
    })
  }
}

/** Compares the ends of the counts. An end is the time of the evaluation, or of the last complete reading. */
export function compareEnds(
  values: Values,
  input: {
    readonly surface: string
    readonly body: Json | undefined
    readonly expected: Expected
    readonly evaluated: string
    readonly ships?: string
    readonly commits?: string
  },
): void {
  const { surface, body, expected } = input
  const evaluated = at(body, input.evaluated) as string | undefined
  const counts = expected.countsAt(Date.parse(evaluated ?? ''))
  for (const [field, count, rule] of [
    [input.ships, counts.meaningful, 'ships.counted'],
    [input.commits, counts.commits, 'code_week'],
  ] as const)
    if (field !== undefined)
      values.check({
        surface,
        project: expected.project.slug,
        field,
        rule,
        expected: endOf(count?.asOf, evaluated, counts.passEnd),
        got: at(body, field),
      })
}
