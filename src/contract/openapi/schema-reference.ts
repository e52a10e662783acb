import type { TSchema } from 'typebox'
import { isObject, mapValues } from '../json-object.ts'

/** Named schemas by name. */
export type Schemas = Map<string, unknown>

const IN_OPENAPI = '#/components/schemas/'
const IN_SCHEMA = '#/$defs/'

/** The schema with a reference in place of every named schema, which is added to `schemas`. */
export function referenced(schema: TSchema, schemas: Schemas): unknown {
  return walk(JSON.parse(JSON.stringify(schema)), { schemas, at: IN_OPENAPI })
}

/** A JSON Schema document of its own, with every other named schema in `$defs`. */
export function schemaDocument(schema: TSchema, id: string) {
  const schemas: Schemas = new Map()
  const { $id: _, ...unnamed }: { $id?: string } = JSON.parse(JSON.stringify(schema))
  const own = walk(unnamed, { schemas, at: IN_SCHEMA }) as Record<string, unknown>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema' as const,
    $id: id,
    ...own,
    $defs: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

type Place = { readonly schemas: Schemas; readonly at: string }

function walk(node: unknown, place: Place): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, place))
  if (typeof node !== 'object' || node === null) return node
  const { $id, ...own } = node as Record<string, unknown>
  if (own['title'] === $id) delete own['title']
  // Keys of `properties` are names of fields: one that is called `$id` names no schema.
  const walked = plainer(
    mapValues(own, (value, key) =>
      key === 'properties' && isObject(value)
        ? mapValues(value, (one) => walk(one, place))
        : walk(value, place),
    ),
  )
  if (typeof $id !== 'string') return walked
  place.schemas.set($id, walked)
  return { $ref: `${place.at}${$id}` }
}

/**
 * The form that client generators support best: a described reference is one object, a record has
 * `additionalProperties`, a value or null has two types, and the only value of a boolean is an enum of one.
 */
function plainer({ allOf, patternProperties, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return orNull({
    ...(Array.isArray(allOf) ? allOf[0] : {}),
    ...onlyBoolean(schema),
    ...(isObject(patternProperties) ? { additionalProperties: patternProperties['^.*$'] } : {}),
  })
}

function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...own } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema
  const { type, enum: values, ...form } = anyOf[0]
  if (typeof type !== 'string' || 'const' in form) return schema
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...form, ...own }
}

function onlyBoolean({ const: only, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (only === undefined) return schema
  return typeof only === 'boolean' ? { ...schema, enum: [only] } : { ...schema, const: only }
}
