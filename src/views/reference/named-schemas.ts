import { referenced, type Schemas } from '#contract/openapi/schema-reference.ts'
import type { NamedSchemas, Schema } from './schema-words.ts'

/** A schema of the contract in the form of the API description, with the named schemas that it refers to. */
export function schemaWithNames(schema: object): { readonly root: Schema; readonly named: NamedSchemas } {
  const schemas: Schemas = new Map()
  const root = referenced(schema as Parameters<typeof referenced>[0], schemas) as Schema
  return { root, named: schemas as NamedSchemas }
}
