import { Type } from 'typebox'
import { keysOf, recordOf } from './keyed.ts'

declare const slugBrand: unique symbol
declare const addressBrand: unique symbol
declare const cursorBrand: unique symbol

/** The only chain indexed. @source contract, What the service does */
export const CHAIN_ID = 4663 as const

/** A project's identifier in addresses, `^[a-z0-9-]{1,80}$`. */
export type Slug = string & { readonly [slugBrand]: true }
/** A contract address in lower case, `^0x[0-9a-f]{40}$`. */
export type ContractAddress = `0x${string}` & { readonly [addressBrand]: true }
/** An opaque ledger cursor: `c1.` continues in ledger order, `b1.` browses older. */
export type Cursor = string & { readonly [cursorBrand]: true }

export const SLUG_PATTERN = '^[a-z0-9-]{1,80}$'
const WHOLE_SLUG = new RegExp(SLUG_PATTERN)
export const ADDRESS_PATTERN = '^0x[0-9a-fA-F]{40}$'
const WHOLE_ADDRESS = new RegExp(ADDRESS_PATTERN)
const POSITION = '[1-9][0-9]{0,14}'
/** The form of a cursor, by the mode that it continues. */
export const CURSOR_FORMS = { sync: `c1\\.(0|${POSITION})`, browse: `b1\\.${POSITION}` } as const

export const Slug = Type.Unsafe<Slug>(
  Type.String({ $id: 'Slug', pattern: SLUG_PATTERN, description: 'Project slug' }),
)
export const ContractAddress = Type.Unsafe<ContractAddress>(
  Type.String({
    $id: 'ContractAddress',
    pattern: '^0x[0-9a-f]{40}$',
    description: 'Contract address, lower-cased',
  }),
)
export const Cursor = Type.Unsafe<Cursor>(
  Type.String({
    $id: 'Cursor',
    pattern: `^[bc]1\\.(0|${POSITION})$`,
    description: 'Opaque: pass it back unchanged',
  }),
)

export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i')

/** Whether a text has the form of a UUID, in small or capital letters. */
export function isUuid(text: string): boolean {
  return WHOLE_UUID.test(text)
}

const ADDRESS = '0x[0-9a-f]{40}'

/**
 * The thirteen kinds of evidence id, with the form of their keys. @source contract, Rules that hold for all content, 10
 */
const KEY_FORMS = {
  ship: UUID,
  signal: UUID,
  abi: UUID,
  impl: `${CHAIN_ID}:${ADDRESS}:([0-9]{1,12}:[0-9]{1,8}|rpc:${UUID})`,
  lock: `${CHAIN_ID}:(${ADDRESS}:)?[0-9]{1,78}`,
  source: UUID,
  claim: UUID,
  state: UUID,
  integrity: UUID,
  narrative: UUID,
  method: UUID,
  sourcechange: UUID,
  security: UUID,
}
export type EvidencePrefix = keyof typeof KEY_FORMS
export const EVIDENCE_PREFIXES = keysOf(KEY_FORMS)
const WHOLE_KEYS = recordOf(EVIDENCE_PREFIXES, (prefix) => new RegExp(`^${KEY_FORMS[prefix]}$`))
/** A typed evidence id: a prefix, a colon and the record's own key; at most 240 characters. */
export type EvidenceId = `${EvidencePrefix}:${string}`
export const EVIDENCE_ID_MAX = 240

/** The form of an evidence id, for parameters that take one. */
export const EVIDENCE_FORM = [...Map.groupBy(EVIDENCE_PREFIXES, (prefix) => KEY_FORMS[prefix])]
  .map(([key, prefixes]) => `(${prefixes.join('|')}):${key}`)
  .join('|')

export const EvidenceId = Type.Unsafe<EvidenceId>(
  Type.String({
    $id: 'EvidenceId',
    pattern: `^(${EVIDENCE_PREFIXES.join('|')}):[A-Za-z0-9:._-]{1,230}$`,
    maxLength: EVIDENCE_ID_MAX,
    description: 'Typed evidence id; GET /api/evidence/{id} resolves it to a receipt',
  }),
)

/** The parts of an evidence id; undefined when the text is not one (a ChangeEvent id with a suffix is not). */
export function parseEvidenceId(
  text: string,
): { id: EvidenceId; prefix: EvidencePrefix; key: string } | undefined {
  if (text.length > EVIDENCE_ID_MAX) return undefined
  const colon = text.indexOf(':')
  const prefix = EVIDENCE_PREFIXES.find((known) => known === text.slice(0, colon))
  if (prefix === undefined) return undefined
  const key = text.slice(colon + 1)
  return WHOLE_KEYS[prefix].test(key) ? { id: text as EvidenceId, prefix, key } : undefined
}

/** The evidence id of a record's natural key. */
export function evidenceId<P extends EvidencePrefix>(prefix: P, key: string): `${P}:${string}` {
  return `${prefix}:${key}`
}

/** Narrows text to a slug; undefined when it has another form. */
export function parseSlug(text: string): Slug | undefined {
  return WHOLE_SLUG.test(text) ? (text as Slug) : undefined
}

/** The address in lower case; undefined when the text is not an address. */
export function parseAddress(text: string): ContractAddress | undefined {
  return WHOLE_ADDRESS.test(text) ? (text.toLowerCase() as ContractAddress) : undefined
}

/** The address of a text that is always one, in lower case. @throws RangeError when it is not */
export function toAddress(text: string): ContractAddress {
  const address = parseAddress(text)
  if (address === undefined) throw new RangeError(`not an address: ${JSON.stringify(text.slice(0, 60))}`)
  return address
}

/** An address in its short form, for titles. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

export const ZERO_ADDRESS = toAddress('0x0000000000000000000000000000000000000000')

/** The cursor of a ledger position: the caller has every event at or before the position. */
export function cursorOf(position: number): Cursor {
  return `c1.${position}` as Cursor
}

/** The ledger position of a cursor that this service made. @throws RangeError for another text */
export function positionOf(cursor: Cursor): number {
  const parsed = parseCursor(cursor)
  if (parsed === undefined) throw new RangeError(`not a cursor: ${JSON.stringify(cursor.slice(0, 60))}`)
  return parsed.position
}

/** The cursor of a browsed list: the caller has every event that first arrived at or after the position. */
export function browseCursorOf(firstPosition: number): Cursor {
  return `b1.${firstPosition}` as Cursor
}

/** A ledger position with the order in which to continue: `sync` in ledger order, `browse` towards older events. */
export type LedgerCursor =
  | { readonly mode: 'sync'; readonly position: number }
  | { readonly mode: 'browse'; readonly position: number }

const WHOLE_CURSOR = new RegExp(`^(${CURSOR_FORMS.sync}|${CURSOR_FORMS.browse})$`)

/** The position of a cursor, with the order in which to continue; undefined for a text that has another form. */
export function parseCursor(text: string): LedgerCursor | undefined {
  if (!WHOLE_CURSOR.test(text)) return undefined
  const position = Number(text.slice('c1.'.length))
  return { mode: text.startsWith('c') ? 'sync' : 'browse', position }
}
