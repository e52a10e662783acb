import { type TSchema, Type } from 'typebox'
import type { Parameters } from '#contract/operation.ts'
import type { Parameter } from '#contract/parameter.ts'
import type { AskedInput } from '../../protocol.ts'
import type { Arguments, Tool } from './tool.ts'

/** The schema of an argument from the parameter of an operation, without references and names. */
export function argumentOf({ schema }: Pick<Parameter, 'schema'>): TSchema {
  const { allOf, $id: _id, title: _title, items, ...own } = schema as Flat
  const [only] = allOf ?? []
  const base = only === undefined ? {} : argumentOf({ schema: only })
  return { ...base, ...own, ...(items !== undefined && { items: argumentOf({ schema: items }) }) } as TSchema
}

type Flat = TSchema & {
  readonly allOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly $id?: string
  readonly title?: string
}

/**
 * The schemas of some parameters of an operation, by name. `words` are shorter than those of the operation, because a
 * client holds the whole list of tools.
 */
export function argumentsOf<P extends Parameters, N extends keyof P & string>(
  parameters: P,
  names: readonly N[],
  words: Partial<Record<N, string>> = {},
): Record<N, TSchema> {
  const all = names.map((name) => {
    const schema = argumentOf(parameters[name] as Pick<Parameter, 'schema'>)
    const description = words[name]
    return [name, description === undefined ? schema : { ...schema, description }]
  })
  return Object.fromEntries(all)
}

/** A number of entries: as many as the operation takes at most, and ten by default. */
export function limitOf(parameter: Pick<Parameter, 'schema'>): TSchema {
  return { ...argumentOf(parameter), default: DEFAULT_LIMIT } as TSchema
}

/** Entries of a list, unless the caller asks for another number. */
export const DEFAULT_LIMIT = 10

/** A project, by the names that its reads take. */
export const PROJECT = Type.String({
  minLength: 1,
  maxLength: 120,
  description: 'Project slug, or a name, symbol or contract',
})

/** Other names under which callers give an argument. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  project: ['slug', 'name'],
  projects: ['slugs', 'names'],
  token: ['contract', 'address'],
  contract: ['token', 'address'],
  q: ['query', 'search', 'name'],
  id: ['evidence', 'evidenceId'],
}

/** The arguments under the names of a tool. A name that the tool has itself keeps its own meaning. */
export function underOwnNames(given: object, own: Tool['input']): Record<string, unknown> {
  const args: Record<string, unknown> = { ...given }
  for (const name of Object.keys(own)) {
    if (Object.hasOwn(args, name)) continue
    const other = (OTHER_NAMES[name] ?? []).find(
      (one) => !Object.hasOwn(own, one) && Object.hasOwn(args, one),
    )
    if (other === undefined) continue
    args[name] = args[other]
    delete args[other]
  }
  return args
}

const AN_ADDRESS =
  'an address: 0x and 40 hexadecimal digits, for example 0x1111111111111111111111111111111111111111'
const A_TIME = 'a date or an instant in UTC, for example 2026-11-16 or 2026-11-16T10:00:00Z'

/** What is expected of an argument, in words with an example. */
export const EXPECTED: Readonly<Record<string, string>> = {
  project: 'the slug, name, symbol or contract of a project, for example lumen',
  projects: 'a list of two to four projects, for example ["lumen", "ember"]',
  token: `${AN_ADDRESS}. A symbol is no identity: find its project with search_projects`,
  contract: `${AN_ADDRESS}, also with 4663: before it`,
  since: A_TIME,
  until: A_TIME,
  after: 'the resume cursor of an earlier answer, for example c1.0',
  before: 'the cursor that `next` of an earlier answer has',
  id: 'a typed evidence id of an answer, for example ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
  source: 'the evidence id of a source, for example source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162',
}

/** Arguments as the texts that an operation reads; a list is comma-separated. */
export function textsOf(args: Arguments, names: readonly string[]): NonNullable<AskedInput['query']> {
  const given = names.filter((name) => args[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(args[name])]))
}
