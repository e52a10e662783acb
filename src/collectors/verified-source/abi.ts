import { digestOf } from '../json-answer.ts'
import { fieldAt, isRecord, textAt } from '../json-field.ts'

/** What a contract's ABI comes to: a digest that is equal for equal interfaces, and counts of distinct entries. */
export type AbiSummary = { readonly digest: string; readonly functions: number; readonly events: number }

const ENTRIES_MAX = 5_000
const DEPTH_MAX = 16

/**
 * The summary of an ABI. The digest is over the sorted set of what can be called or logged: names, types, indexing
 * and mutability, without parameter names, order or the constructor. Undefined when it is no ABI.
 */
export function summariseAbi(abi: unknown): AbiSummary | undefined {
  if (!Array.isArray(abi) || abi.length > ENTRIES_MAX) return undefined
  const entries = abi.map(canonicalEntry)
  if (entries.includes(undefined)) return undefined
  const distinct = [...new Set(entries.filter((entry) => entry !== undefined && entry !== ''))].toSorted()
  const count = (kind: string) => distinct.filter((entry) => entry?.startsWith(`${kind} `)).length
  return { digest: digestOf(distinct.join('\n')), functions: count('function'), events: count('event') }
}

/** One entry in canonical form; empty for the constructor, undefined when the entry has no known form. */
function canonicalEntry(entry: unknown): string | undefined {
  const kind = textAt(entry, 'type') ?? 'function'
  if (kind === 'constructor') return ''
  if (kind === 'fallback' || kind === 'receive') return `${kind} ${mutabilityOf(entry)}`
  const name = textAt(entry, 'name')
  const inputs = canonicalTypes(fieldAt(entry, 'inputs'), kind === 'event')
  if (name === undefined || inputs === undefined) return undefined
  if (kind === 'error') return `error ${name}(${inputs})`
  if (kind === 'event')
    return `event ${name}(${inputs})${fieldAt(entry, 'anonymous') === true ? ' anonymous' : ''}`
  const outputs = canonicalTypes(fieldAt(entry, 'outputs') ?? [], false)
  if (kind !== 'function' || outputs === undefined) return undefined
  return `function ${name}(${inputs}) ${mutabilityOf(entry)} (${outputs})`
}

function canonicalTypes(parameters: unknown, indexed: boolean): string | undefined {
  if (!Array.isArray(parameters)) return undefined
  const types = parameters.map((parameter) => {
    const type = canonicalType(parameter, 0)
    return indexed && fieldAt(parameter, 'indexed') === true && type !== undefined ? `${type} indexed` : type
  })
  return types.includes(undefined) ? undefined : types.join(',')
}

function canonicalType(parameter: unknown, depth: number): string | undefined {
  const type = textAt(parameter, 'type')
  if (type === undefined || !type.startsWith('tuple')) return type
  const components = fieldAt(parameter, 'components')
  if (!Array.isArray(components) || depth === DEPTH_MAX) return undefined
  const types = components.map((component) => canonicalType(component, depth + 1))
  return types.includes(undefined) ? undefined : `(${types.join(',')})${type.slice('tuple'.length)}`
}

/** Compilers before 0.5 gave `constant` and `payable` in place of the mutability. */
function mutabilityOf(entry: unknown): string {
  const stated = textAt(entry, 'stateMutability')
  if (stated !== undefined) return stated
  if (isRecord(entry) && fieldAt(entry, 'constant') === true) return 'view'
  return fieldAt(entry, 'payable') === true ? 'payable' : 'nonpayable'
}
