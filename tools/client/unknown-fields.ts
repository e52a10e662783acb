import { isNullable, nameOf, type Operation, type Schema, schemas } from './document.ts'

/**
 * Tags of operations about the caller's subscriptions or the service itself. There null is a setting, or something that
 * has not happened.
 */
const PLAIN_TAGS: ReadonlySet<string> = new Set(['Webhooks', 'Service', 'Pages and images'])
/** Operations whose answer is a message of another protocol, or a document. */
const PLAIN_OPERATIONS: ReadonlySet<string> = new Set([
  'sendA2aMessage',
  'sendMcpMessage',
  'getAgentCard',
  'getOpenApi',
  'getOpenApi30',
  'getReceiptSchema',
  'getApiCatalog',
  'getAiCatalog',
  'getMcpServerCard',
])
/**
 * Objects whose absent fields say something else: the note of a claim, the reason of an unknown part, part of a
 * receipt, and the caller's question.
 */
const PLAIN_SCHEMAS: ReadonlySet<string> = new Set([
  'ClaimNote',
  'UnknownPart',
  'AgentCitation',
  'AgentQuery',
])
/** Fields that are null or absent for another reason: null ends a list, and a reason is there only without a value. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(['nextOffset', 'nextCursor', 'reason', 'claims'])

/** Whether a null or absent field of the answer is an unknown. */
export function hasUnknowns(operation: Operation): boolean {
  return !PLAIN_TAGS.has(operation.tag) && !PLAIN_OPERATIONS.has(operation.id) && operation.json !== undefined
}

/** Whether no field of the schema is an unknown, even in an answer that has unknowns. */
export function isPlain(name: string | undefined): boolean {
  return name !== undefined && PLAIN_SCHEMAS.has(name)
}

/**
 * Whether a field of an answer can be unknown. A mark that is true or absent cannot: its absence says that nothing is
 * marked. @source contract, Rules that hold for all content, 2
 */
export function canBeUnknown(field: string, of: Schema): boolean {
  const schema = of.properties?.[field]
  if (schema === undefined || PLAIN_FIELDS.has(field) || isMark(schema)) return false
  return !(of.required ?? []).includes(field) || isNullable(schema)
}

function isMark({ enum: values = [], const: value }: Schema): boolean {
  return value === true || (values.length === 1 && values[0] === true)
}

/** The names of all schemas that these schemas reach. The walk stops at plain objects. */
export function reached(from: readonly Schema[]): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (schema: Schema) => {
    const name = nameOf(schema)
    if (name !== undefined) {
      const isNew = !names.has(name)
      names.add(name)
      const target = schemas[name]
      if (isNew && !isPlain(name) && target !== undefined) visit(target)
    }
    for (const part of partsOf(schema)) visit(part)
  }
  from.forEach(visit)
  return names
}

/** The schemas within a schema. */
function partsOf(schema: Schema): readonly Schema[] {
  const { anyOf = [], properties = {}, items, additionalProperties } = schema
  return [
    ...anyOf,
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
}
