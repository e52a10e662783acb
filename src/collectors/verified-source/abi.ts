import { hash } from 'node:crypto'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { isObject } from '#contract/json-object.ts'
import type { Instant } from '#contract/time.ts'
import type { InterfaceMethod } from '#records/contracts/interface-methods.ts'
import { fieldAt, textAt } from '../json-field.ts'

/**
 * Summary of a contract's ABI: a digest that is equal for equal interfaces, counts of distinct entries, and its
 * functions by selector. `unread` counts the entries of which only the kind could be read: they name no method.
 */
type AbiSummary = {
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly methods: readonly InterfaceMethod[]
  readonly unread: number
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
 * mutability, without parameter names, order or the constructor. An entry of which only the kind can be read is in it as
 * it was given. Undefined when it is not an ABI.
 */
export function summariseAbi(abi: unknown): AbiSummary | undefined {
  if (!Array.isArray(abi) || abi.length > ENTRIES_MAX || !abi.every(isEntry)) return undefined
  const distinct = [...new Set(abi.flatMap(canonicalEntry))].toSorted()
  const count = (kind: string) => distinct.filter((entry) => entry.startsWith(`${kind} `)).length
  return {
    digest: hash('sha256', distinct.join('\n')),
    functions: count('function'),
    events: count('event'),
    methods: methodsOf(distinct),
    unread: distinct.filter((entry) => UNREAD.test(entry)).length,
  }
}

/** Compilers before 0.5 could leave out the type of a function. */
function isEntry(entry: unknown): entry is object {
  return textAt(entry, 'type') !== undefined || textAt(entry, 'name') !== undefined
}

/** Each function once by its selector. One with too long a signature, or with a name that is no identifier, is omitted. */
function methodsOf(entries: readonly string[]): readonly InterfaceMethod[] {
  const signatures = entries.flatMap((entry) => /^function (.*?\)) \w+ \(/.exec(entry)?.[1] ?? [])
  const named = signatures
    .filter((signature) => signature.length <= SIGNATURE_LENGTH_MAX && SIGNATURE.test(signature))
    .map((signature) => ({ selector: keccak256(fromString(signature)).slice(0, 10), signature }))
  return [...new Map(named.map((method) => [method.selector, method])).values()]
}

/**
 * One entry in canonical form: its kind and what it is. None for the constructor and for a kind that nobody can call or
 * see, such as a `struct`.
 */
function canonicalEntry(entry: object): readonly string[] {
  const kind = textAt(entry, 'type') ?? 'function'
  if (kind === 'fallback' || kind === 'receive') return [`${kind} ${mutabilityOf(entry)}`]
  if (!NAMED_KINDS.includes(kind)) return []
  return [`${kind} ${canonicalMember(entry, kind) ?? unreadMember(entry)}`]
}

/** The name and the types of a function, an event or an error; undefined when one of them cannot be read. */
function canonicalMember(entry: object, kind: string): string | undefined {
  const name = textAt(entry, 'name')
  const inputs = canonicalTypes(fieldAt(entry, 'inputs'), kind === 'event')
  if (name === undefined || inputs === undefined) return undefined
  if (kind === 'error') return `${name}(${inputs})`
  if (kind === 'event') return `${name}(${inputs})${fieldAt(entry, 'anonymous') === true ? ' anonymous' : ''}`
  const outputs = canonicalTypes(fieldAt(entry, 'outputs') ?? [], false)
  return outputs === undefined ? undefined : `${name}(${inputs}) ${mutabilityOf(entry)} (${outputs})`
}

const NAMED_KINDS = ['function', 'event', 'error']
const UNREAD = /^[a-z]+ unread [0-9a-f]{64}$/

/** The digest of what was given, whatever the order of its fields. */
function unreadMember(entry: object): string {
  const ordered = JSON.stringify(entry, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return `unread ${hash('sha256', ordered)}`
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
  if (fieldAt(entry, 'constant') === true) return 'view'
  return fieldAt(entry, 'payable') === true ? 'payable' : 'nonpayable'
}
