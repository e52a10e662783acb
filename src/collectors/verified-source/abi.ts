import { hash } from 'node:crypto'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { isObject } from '#contract/json-object.ts'
import type { Instant } from '#contract/time.ts'
import type { InterfaceMethod } from '#records/contracts/interface-methods.ts'
import { fieldAt, textAt } from '../json-field.ts'

/**
 * Summary of a contract's ABI: a digest that is equal for equal interfaces, counts of distinct entries, and its
 * functions by selector.
 */
type AbiSummary = {
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly methods: readonly InterfaceMethod[]
}

/** An explorer's answer about a contract's source. */
export type SourceAnswer =
  | {
      readonly kind: 'verified'
      readonly abi: AbiSummary
      readonly match: 'exact' | 'partial'
      readonly verifiedAt: Instant | null
    }
  /** The source is published, and the explorer has no interface of it, as of a contract that is no Solidity. */
  | { readonly kind: 'no_interface' }
  /** A definite answer: the source of this contract is not published there. */
  | { readonly kind: 'not_verified'; readonly because: string }

const ENTRIES_MAX = 5_000
const DEPTH_MAX = 16
const SIGNATURE_LENGTH_MAX = 500
/** The name of a function and its types. An explorer's ABI is a text that anybody can send. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$.,()[\] ]*\)$/

/**
 * Summarises an ABI. The digest covers the sorted set of functions, events and errors: names, types, indexing and
 * mutability, without parameter names, order or the constructor. Undefined when it is not an ABI.
 */
export function summariseAbi(abi: unknown): AbiSummary | undefined {
  if (!Array.isArray(abi) || abi.length > ENTRIES_MAX) return undefined
  const entries = abi.map(canonicalEntry)
  if (entries.includes(undefined)) return undefined
  const distinct = [...new Set(entries.filter((entry) => entry !== undefined && entry !== ''))].toSorted()
  const count = (kind: string) => distinct.filter((entry) => entry?.startsWith(`${kind} `)).length
  return {
    digest: hash('sha256', distinct.join('\n')),
    functions: count('function'),
    events: count('event'),
    methods: methodsOf(distinct),
  }
}

/** Each function once by its selector. One with too long a signature, or with a name that is no identifier, is omitted. */
function methodsOf(entries: readonly (string | undefined)[]): readonly InterfaceMethod[] {
  const signatures = entries.flatMap((entry) => /^function (.*?\)) \w+ \(/.exec(entry ?? '')?.[1] ?? [])
  const named = signatures
    .filter((signature) => signature.length <= SIGNATURE_LENGTH_MAX && SIGNATURE.test(signature))
    .map((signature) => ({ selector: keccak256(fromString(signature)).slice(0, 10), signature }))
  return [...new Map(named.map((method) => [method.selector, method])).values()]
}

/** One entry in canonical form; empty for the constructor, undefined for an unknown form. */
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

/** Compilers before 0.5 wrote `constant` and `payable` instead of the mutability. */
function mutabilityOf(entry: unknown): string {
  const stated = textAt(entry, 'stateMutability')
  if (stated !== undefined) return stated
  if (isObject(entry) && fieldAt(entry, 'constant') === true) return 'view'
  return fieldAt(entry, 'payable') === true ? 'payable' : 'nonpayable'
}
