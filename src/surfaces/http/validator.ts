import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new WeakMap<TSchema, Validator>()

/**
 * The compiled check of a schema. Each schema is compiled at its first use, because compiling the schemas of all
 * answers takes half a second.
 */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made: Validator = Compile(schema)
  compiled.set(schema, made)
  return made
}
