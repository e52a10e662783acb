import { mapValues } from '../json-object.ts'
import type { openApi } from './openapi.ts'

type Node = Readonly<Record<string, unknown>>
type Document = ReturnType<typeof openApi>
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The same description as OpenAPI 3.0.3, for tools that do not read 3.1. It has no webhooks: 3.0 cannot describe them.
 * A reference loses the description beside it.
 */
export function openApi30({ webhooks: _, info, components, ...rest }: Document) {
  const { summary: __, license, ...kept } = info
  return {
    openapi: '3.0.3',
    info: { ...kept, license: { name: license.name } },
    servers: rest.servers,
    security: rest.security,
    tags: rest.tags,
    paths: older(rest.paths),
    components: older(usedBy(rest.paths, components)) as Components,
  }
}

/** The components that the paths refer to, directly or through other components. */
function usedBy(paths: unknown, { securitySchemes, ...components }: Document['components']) {
  const used = new Set<string>()
  const pending = referencesIn(paths)
  for (const reference of pending) {
    if (used.has(reference)) continue
    used.add(reference)
    const [, , kind = '', name = ''] = reference.split('/')
    pending.push(...referencesIn((components as Components)[kind]?.[name]))
  }
  const kinds = Object.entries<object>(components).map(([kind, named]) => {
    const members = Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))
    return [kind, Object.fromEntries(members)] as const
  })
  return {
    ...Object.fromEntries(kinds.filter(([, named]) => Object.keys(named).length > 0)),
    securitySchemes,
  }
}

function referencesIn(node: unknown): string[] {
  if (!isNode(node)) return []
  const own = typeof node['$ref'] === 'string' ? [node['$ref']] : []
  return [...own, ...Object.values(node).flatMap(referencesIn)]
}

/** Keywords whose content is copied as it is, because it is a value or a list of names and not a schema. */
const VALUES = new Set(['example', 'default', 'enum', 'required', 'value'])

function older(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(older)
  if (!isNode(node)) return node
  if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] }
  return olderForm(mapValues(node, (value, key) => (VALUES.has(key) ? value : olderMember(key, value))))
}

function olderMember(key: string, value: unknown): unknown {
  return key === 'properties' && isNode(value) ? mapValues(value, older) : older(value)
}

function olderForm({ const: only, exclusiveMinimum, ...node }: Node): Node {
  if (only !== undefined) return { ...node, enum: [only] }
  if (exclusiveMinimum !== undefined) return { ...node, minimum: exclusiveMinimum, exclusiveMinimum: true }
  return orNullable(node)
}

/** Writes "a type or null" and "a reference or null" with `nullable`, in the form that generators read. */
function orNullable(node: Node): Node {
  const { type, anyOf, ...own } = node
  if (Array.isArray(type)) return { ...own, type: type.find((one) => one !== 'null'), nullable: true }
  if (!Array.isArray(anyOf)) return node
  const others: readonly Node[] = anyOf.filter((one) => one.type !== 'null')
  if (others.length === anyOf.length) return node
  return { ...own, nullable: true, ...(others.length === 1 ? { allOf: others } : { anyOf: others }) }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
