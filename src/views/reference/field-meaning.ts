import { alternativesOf, type NamedSchemas, resolved, type Schema } from './schema-words.ts'
import { AGENT_WORDS } from './words/agents.ts'
import { CHAIN_WORDS } from './words/chain.ts'
import { NAME_WORDS } from './words/names.ts'
import { PROJECT_WORDS } from './words/projects.ts'
import { SERVICE_WORDS } from './words/service.ts'
import type { ObjectWords } from './words/words.ts'

/** A field by the named schema of its object, and the path of names inside that object. */
export type FieldPlace = { readonly owner: string; readonly path: string }

/** The meaning of a field, and the origin of its words. `form`: the words describe only the form of the value. */
export type Meaning = {
  readonly words: string
  readonly from: 'description' | 'object' | 'name' | 'form'
}

/**
 * Descriptions of fields that have none in the API description, by object. Only the reference pages show them: the API
 * description has a maximum size, and its readers have the names and the types.
 */
export const OBJECT_WORDS: Readonly<Record<string, ObjectWords>> = {
  ...PROJECT_WORDS,
  ...CHAIN_WORDS,
  ...AGENT_WORDS,
  ...SERVICE_WORDS,
}

/**
 * The meaning of a field, from the first that has words: its own description, the words for its object, the schema that
 * it refers to, the words for its name. A description of a mere form comes last.
 */
export function meaningOf(
  { schema, place }: { readonly schema: Schema; readonly place: FieldPlace },
  named: NamedSchemas,
): Meaning | undefined {
  const said = saidBy(schema, named)
  if (schema.description !== undefined) return said
  const ofObject = OBJECT_WORDS[place.owner]?.[place.path]
  if (ofObject !== undefined) return { words: ofObject, from: 'object' }
  if (said !== undefined && said.from !== 'form') return said
  const ofName = NAME_WORDS[String(place.path.split('.').at(-1))]
  return ofName === undefined ? said : { words: ofName, from: 'name' }
}

/** The description of a schema's values: its own words, otherwise the words of the schema that it refers to. */
function saidBy(schema: Schema, named: NamedSchemas): Meaning | undefined {
  if (schema.description !== undefined) return { words: schema.description, from: 'description' }
  const target = resolved(schema, named)
  if (target.description !== undefined)
    return { words: target.description, from: isForm(target) ? 'form' : 'description' }
  const inside = [...alternativesOf(schema).of.filter((one) => one !== schema), schema.items]
  for (const one of inside) {
    const said = one === undefined ? undefined : saidBy(one, named)
    if (said !== undefined) return said
  }
  return undefined
}

/**
 * Whether a schema is only the form of a text, such as that of an id or a time. Its description says nothing about a
 * single field.
 */
function isForm({ type, enum: values }: Schema): boolean {
  return type === 'string' && values === undefined
}
