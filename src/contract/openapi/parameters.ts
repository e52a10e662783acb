import type { TSchema } from 'typebox'
import { known } from '../known.ts'
import type { Operation } from '../operation.ts'
import type { Parameter } from '../parameters/parameter.ts'
import type { Components } from './errors.ts'
import { referenced, type Schemas } from './schema-reference.ts'

type Described = { readonly name: string; readonly in: 'path' | 'query' | 'header' }
type Reference = { readonly $ref: string }

/** The parameters of every operation by its name, as references where several operations have the same. */
export function describedParameters(
  operations: readonly Operation[],
  into: { readonly schemas: Schemas; readonly parameters: Components },
): ReadonlyMap<string, readonly (Described | Reference)[]> {
  const all = operations.map((operation) => [operation.name, parametersOf(operation, into.schemas)] as const)
  const given = Map.groupBy(
    all.flatMap(([, parameters]) => parameters),
    (parameter) => JSON.stringify(parameter),
  )
  const shared = new Map<string, Reference>()
  for (const [text, [first, ...others]] of given) {
    if (first === undefined || others.length === 0) continue
    const name = freeName(first, into.parameters)
    into.parameters.set(name, first)
    shared.set(text, { $ref: `#/components/parameters/${name}` })
  }
  const refer = (parameter: Described) => shared.get(JSON.stringify(parameter)) ?? parameter
  return new Map(all.map(([name, parameters]) => [name, parameters.map(refer)]))
}

/**
 * A free component name, for example `limitParameter`, or `limitParameter2` when that name is taken. The suffix keeps
 * generators from taking the component for a schema.
 */
function freeName({ name }: Described, taken: Components): string {
  const base = `${name}Parameter`
  for (let number = 2, free = base; ; number++) {
    if (!taken.has(free)) return free
    free = `${base}${number}`
  }
}

function parametersOf({ input }: Operation, schemas: Schemas): readonly Described[] {
  return [
    ...Object.entries(input.path).map(([name, parameter]) => ({
      name,
      in: 'path' as const,
      required: true,
      ...formOf(parameter, schemas),
    })),
    ...Object.entries(input.query).flatMap(([name, parameter]) => inQuery({ name, parameter }, schemas)),
  ]
}

/** The parameter under its own name, under each alias, and as the header that can carry it. */
function inQuery(
  { name, parameter }: { readonly name: string; readonly parameter: Parameter },
  schemas: Schemas,
): readonly Described[] {
  const { aliases, presence, header } = parameter
  const form = formOf(parameter, schemas)
  const other = { ...form, description: `Another name of \`${name}\`: give one of them.` }
  const required = presence === 'required' && aliases.length === 0
  return [
    { name, in: 'query', ...(required && { required }), ...form },
    ...aliases.map((alias) => ({ name: alias, in: 'query' as const, ...other })),
    ...(header === undefined ? [] : [{ name: header, in: 'header' as const, ...form }]),
  ]
}

/** A list is described as one comma-separated value. A parameter that is given several times is the same list. */
function formOf({ schema }: Parameter, schemas: Schemas) {
  const { description, ...form } = schema as TSchema & { description?: string; type?: string }
  return {
    ...known({ description }),
    ...(form.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: referenced(form, schemas),
  }
}
