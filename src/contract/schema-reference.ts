import type { TSchema } from 'typebox'

/** Named schemas by name. */
export type Schemas = Map<string, unknown>

/** The schema with a reference in place of every named schema, which is added to `schemas`. */
export function referenced(schema: TSchema, schemas: Schemas): unknown {
  return walk(JSON.parse(JSON.stringify(schema)), schemas)
}

function walk(node: unknown, schemas: Schemas): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const { $id, ...own } = node as Record<string, unknown>
  const walked = plainer(
    Object.fromEntries(Object.entries(own).map(([key, value]) => [key, walk(value, schemas)])),
  )
  if (typeof $id !== 'string') return walked
  schemas.set($id, walked)
  return { $ref: `#/components/schemas/${$id}` }
}

/** The form that client generators support best: a described reference is one object, a record has `additionalProperties`. */
function plainer({ allOf, patternProperties, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(Array.isArray(allOf) ? allOf[0] : {}),
    ...schema,
    ...(isObject(patternProperties) ? { additionalProperties: patternProperties['^.*$'] } : {}),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
