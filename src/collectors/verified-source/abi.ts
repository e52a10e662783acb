import { hash } from 'node:crypto'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { isObject } from '#contract/json-object.ts'
import type { Instant } from '#contract/time.ts'
import type { InterfaceMethod } from '#records/contracts/interface-methods.ts'
import { fieldAt, textAt } from '../json-field.ts'

/**
 * The summary of a contract's ABI: a digest that is equal for equal interfaces, the numbers of distinct functions and
 * events, and the functions by selector. `unnamedFunctions` counts the functions without a selector. `unread` counts
 * those, the entries of which only the kind could be read, and the functions with unreadable return types.
 */
type AbiSummary = {
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly methods: readonly InterfaceMethod[]
  readonly unnamedFunctions: number
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
  /** The source is published, but the explorer has no interface of it. A contract not written in Solidity has none. */
  | { readonly kind: 'no_interface' }
  /** A definite answer: the source of this contract is not published at the explorer. */
  | { readonly kind: 'not_verified'; readonly because: string }

const ENTRIES_MAX = 5_000
const DEPTH_MAX = 16
const SIGNATURE_LENGTH_MAX = 500
/**
 * The form of a function's signature: its name and its parameter types. Anybody can send an explorer an ABI with any
 * text.
 */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$.,()[\] ]*\)$/

/**
 * Summarises an ABI. The digest covers the sorted set of functions, events and errors, `fallback` and `receive`: names,
 * types, indexing and mutability, without parameter names, order or the constructor. It also covers an entry, or a
 * return type, that cannot be read, as it was given. A function whose name or parameters cannot be read has no known
 * selector. Undefined when it is no ABI or too long: when an entry has an unknown form, or when entries are unreadable
 * and the rest has no function and no event.
 */
export function summariseAbi(abi: unknown): AbiSummary | undefined {
  if (!Array.isArray(abi) || abi.length > ENTRIES_MAX) return undefined
  const entries = abi.map(canonicalEntry).filter((entry) => entry !== undefined)
  if (entries.length < abi.length) return undefined
  const distinct = [...new Set(entries.filter((entry) => entry !== ''))].toSorted()
  const functions = distinct.filter((entry) => entry.startsWith('function '))
  const unnamed = new Set(functions.filter((entry) => signatureIn(entry) === undefined))
  const unread = distinct.filter((entry) => UNREAD.test(entry) || unnamed.has(entry)).length
  if (unread > 0 && !distinct.some((entry) => READ_MEMBER.test(entry))) return undefined
  return {
    digest: hash('sha256', distinct.join('\n')),
    functions: functions.length,
    events: distinct.filter((entry) => entry.startsWith('event ')).length,
    methods: methodsOf(functions),
    unnamedFunctions: unnamed.size,
    unread,
  }
}

const UNREAD = /^(?:event|error|function) unread [0-9a-f]{64}$|^function .* \(unread [0-9a-f]{64}\)$/
const READ_MEMBER = /^(?:function|event) [^(]*\(/

/** Each function once by its selector. Functions without a usable signature are left out. */
function methodsOf(functions: readonly string[]): readonly InterfaceMethod[] {
  const named = functions
    .map(signatureIn)
    .filter((signature) => signature !== undefined)
    .map((signature) => ({ selector: keccak256(fromString(signature)).slice(0, 10), signature }))
  return [...new Map(named.map((method) => [method.selector, method])).values()]
}

/**
 * The signature of a function entry. Undefined when the function was not read, when its signature is too long, or when
 * its name is no identifier.
 */
function signatureIn(entry: string): string | undefined {
  const signature = /^function (.*?\)) \w+ \(/.exec(entry)?.[1]
  const isUsable =
    signature !== undefined && signature.length <= SIGNATURE_LENGTH_MAX && SIGNATURE.test(signature)
  return isUsable ? signature : undefined
}

/** One entry in canonical form; empty for the constructor, undefined for an unknown form. */
function canonicalEntry(entry: unknown): string | undefined {
  const kind = textAt(entry, 'type') ?? 'function'
  if (kind === 'constructor') return ''
  if (kind === 'fallback' || kind === 'receive') return `${kind} ${mutabilityOf(entry)}`
  const name = textAt(entry, 'name')
  const inputs = canonicalTypes(fieldAt(entry, 'inputs'), kind === 'event')
  const isRead = name !== undefined && inputs !== undefined
  if (kind === 'error') return isRead ? `error ${name}(${inputs})` : unreadEntry(kind, entry)
  if (kind === 'event')
    return isRead
      ? `event ${name}(${inputs})${fieldAt(entry, 'anonymous') === true ? ' anonymous' : ''}`
      : unreadEntry(kind, entry)
  if (kind !== 'function' || !isObject(entry)) return undefined
  if (!isRead) return unreadEntry(kind, entry)
  const outputs = canonicalTypes(fieldAt(entry, 'outputs') ?? [], false)
  const returned = outputs ?? `unread ${digestOf(fieldAt(entry, 'outputs'))}`
  return `function ${name}(${inputs}) ${mutabilityOf(entry)} (${returned})`
}

/** The canonical form of an unreadable entry: its kind and its digest. */
function unreadEntry(kind: 'event' | 'error' | 'function', entry: unknown): string {
  return `${kind} unread ${digestOf(entry)}`
}

/** The digest of a value, whatever the order of its fields. */
function digestOf(given: unknown): string {
  const ordered = JSON.stringify(given, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return hash('sha256', ordered)
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

/** The mutability of a function. Compilers before 0.5 wrote `constant` and `payable` instead. */
function mutabilityOf(entry: unknown): string {
  const stated = textAt(entry, 'stateMutability')
  if (stated !== undefined) return stated
  if (isObject(entry) && fieldAt(entry, 'constant') === true) return 'view'
  return fieldAt(entry, 'payable') === true ? 'payable' : 'nonpayable'
}
