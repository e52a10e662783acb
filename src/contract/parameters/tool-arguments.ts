import { type TSchema, Type } from 'typebox'
import { parseSlug } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { QUESTION } from './agent-parameters.ts'
import { defaulted, optional, type Parameter, type Presence, parsedBy, required } from './parameter.ts'

type Words = { readonly description?: string }

/**
 * A parameter of an operation as an argument of a tool: its schema has no references and no names. `words` replaces the
 * description by a shorter one, because a client holds the whole list of tools.
 */
export function argument<T, P extends Presence>(
  parameter: Parameter<T, P>,
  words: Words = {},
): Parameter<T, P> {
  return { ...parameter, schema: { ...plainSchema(parameter.schema), ...words } as TSchema }
}

/** A required argument of a tool. */
export function requiredArgument<T>(parameter: Parameter<T>, words: Words = {}): Parameter<T, 'required'> {
  return { ...argument(parameter, words), presence: 'required' }
}

/** An optional argument of a tool with its own default value. */
export function argumentWithDefault<T>(parameter: Parameter<T>, fallback: T): Parameter<T, 'defaulted'> {
  const { schema } = argument(parameter)
  return {
    ...parameter,
    schema: { ...schema, default: fallback } as TSchema,
    presence: 'defaulted',
    fallback,
  }
}

/** Default number of entries of a list. */
const DEFAULT_LIMIT = 10

/** The number of entries. Its maximum is the maximum of the operation, its default is ten. */
export function limitArgument(parameter: Parameter<number>): Parameter<number, 'defaulted'> {
  return argumentWithDefault(parameter, DEFAULT_LIMIT)
}

/** One of some names, the first of them by default. */
export function choiceArgument<const T extends string>(
  names: readonly [T, ...T[]],
): Parameter<T, 'defaulted'> {
  const [first] = names
  const form = {
    schema: Type.Unsafe<T>({ type: 'string', enum: [...names] }),
    expected: `one of ${names.join(', ')}`,
    parse: parsedBy((text) => names.find((name) => name === text)),
  }
  return defaulted(form, first)
}

const PROJECT_SCHEMA = Type.String({
  minLength: 1,
  maxLength: 120,
  description: 'Project slug, or a name, symbol or contract',
})

const { parse: parseWords, expected } = QUESTION.project
const PROJECT = {
  schema: PROJECT_SCHEMA,
  expected,
  parse: (text: string) => (parseSlug(text) === undefined ? parseWords(text) : { value: text }),
}

/** The project of a question, parsed as REST parses it, for the tool that asks the same question. */
export const questionProject = { ...QUESTION.project, schema: PROJECT_SCHEMA }

/** The project that a tool is about, by its slug, name, symbol or contract. */
export const projectArgument = required<string>(PROJECT)
export const optionalProject = optional<string>(PROJECT)

const { min, max } = LIMITS.compared

/** Several projects. No item has a comma, because a comma separates the items. */
export const projectsArgument: Parameter<readonly string[], 'required'> = {
  ...QUESTION.projects,
  schema: Type.Array(Type.Unsafe({ ...PROJECT_SCHEMA, pattern: '^[^,]+$' }), {
    minItems: min,
    maxItems: max,
  }),
  presence: 'required',
}

type Flat = TSchema & {
  readonly allOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly $id?: string
  readonly title?: string
}

function plainSchema(schema: TSchema): TSchema {
  const { allOf, $id: _id, title: _title, items, ...own } = schema as Flat
  const [only] = allOf === undefined ? [] : allOf
  const base = only === undefined ? {} : plainSchema(only)
  return { ...base, ...own, ...(items !== undefined && { items: plainSchema(items) }) } as TSchema
}
