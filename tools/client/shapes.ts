import { nameOf, type Operation, resolved, type Schema } from './document.ts'
import { canBeUnknown, hasUnknowns, isPlain } from './unknown-fields.ts'

/**
 * The shapes of answers for the client: a line for each object, with its fields that can be unknown or have a shape.
 * `field` can be unknown, `field:2` has objects of shape 2, `field?:2` both. An object of `|key:2 |:3` has shape 2 when
 * it has the key, and otherwise shape 3.
 */
type Shapes = {
  readonly lines: readonly string[]
  /** The number of an operation's shape; undefined when none of its fields can be unknown. */
  readonly numberOf: (operation: Operation) => number | undefined
}

/** The shapes of the answers of all operations. */
export function shapesOf(operations: readonly Operation[]): Shapes {
  const numbers = new Map<string, number | undefined>()
  const lines: string[] = []

  const numberOf = (schema: Schema): number | undefined => {
    const objects = objectsOf(schema)
    const key = objects.map(({ name, schema: of }) => name ?? JSON.stringify(of)).join('|')
    if (objects.length === 0) return undefined
    if (!numbers.has(key)) {
      numbers.set(key, undefined)
      numbers.set(key, added(objects.length === 1 ? fieldsOf(objects[0]?.schema ?? {}) : choicesOf(objects)))
    }
    return numbers.get(key)
  }
  const added = (line: string) => {
    if (line === '') return undefined
    if (!lines.includes(line)) lines.push(line)
    return lines.indexOf(line)
  }
  const fieldsOf = (schema: Schema): string => {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const number = numberOf(field)
      const isUnknown = canBeUnknown(name, schema)
      if (number === undefined) return isUnknown ? name : ''
      return `${name}${isUnknown ? '?' : ''}:${number}`
    })
    return fields.filter(Boolean).join(' ')
  }
  const numberOfNamed = (name: string | undefined, schema: Schema) =>
    numberOf(name === undefined ? schema : { $ref: `#/components/schemas/${name}` })
  const choicesOf = (objects: readonly Named[]): string => {
    const [last, ...others] = objects.toReversed()
    const ofLast = Object.keys(last?.schema.properties ?? {})
    const choices = others.toReversed().map(({ name, schema }) => {
      const key = (schema.required ?? []).find((name) => !ofLast.includes(name))
      if (key === undefined) throw new Error('no required field tells the objects of a union apart')
      return `|${key}:${numberOfNamed(name, schema) ?? ''}`
    })
    return [...choices, `|:${numberOfNamed(last?.name, last?.schema ?? {}) ?? ''}`].join(' ')
  }

  const byOperation = new Map(
    operations.flatMap((operation) =>
      hasUnknowns(operation) ? [[operation.id, numberOf(operation.json ?? {})] as const] : [],
    ),
  )
  return { lines, numberOf: ({ id }) => byOperation.get(id) }
}

type Named = { readonly name: string | undefined; readonly schema: Schema }

/** The objects that a schema, its alternatives or its items have. */
function objectsOf(schema: Schema): readonly Named[] {
  const name = nameOf(schema)
  if (isPlain(name)) return []
  const target = resolved(schema)
  if (target.properties !== undefined) return [{ name, schema: target }]
  if (target.items !== undefined) return objectsOf(target.items)
  if (typeof target.additionalProperties === 'object' && objectsOf(target.additionalProperties).length > 0)
    throw new Error(`${name ?? 'a record'} has objects by name: the client reads no unknowns in them`)
  return (target.anyOf ?? []).flatMap(objectsOf)
}
