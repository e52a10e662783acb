import { type TSchema, Type } from 'typebox'
import type { Parameters } from '#contract/operation.ts'
import type { Parameter } from '#contract/parameter.ts'
import type { AskedInput } from '../../protocol.ts'
import type { Arguments } from './tool.ts'

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

/** Arguments as the texts that an operation reads; a list is comma-separated. */
export function textsOf(args: Arguments, names: readonly string[]): NonNullable<AskedInput['query']> {
  const given = names.filter((name) => args[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(args[name])]))
}
