import { sql } from 'kysely'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import { rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/** A function of a verified interface: its selector (`0x` and eight digits), and its name with parameter types. */
export type InterfaceMethod = { readonly selector: string; readonly signature: string }

/** Saves the functions of an interface under its digest; functions that are already stored stay unchanged. */
export async function saveInterfaceMethods(
  input: { readonly digest: string; readonly methods: readonly InterfaceMethod[] },
  writer: Writer,
): Promise<void> {
  if (input.methods.length === 0) return
  const query = sql`
    insert into interface_methods (digest, selector, signature)
    select ${input.digest}, selector, signature
    from ${rowsOf('interface_methods', input.methods)}
    order by selector
    on conflict do nothing`
  await runPlanned(query, writer)
}

/**
 * Those of the given selectors that a current interface names. The interface is of the contract, or of one of its
 * present or former implementations.
 */
export async function getNamedSelectors(
  input: {
    readonly projectId: string
    readonly contract: ContractAddress
    readonly selectors: readonly string[]
  },
  reader: Reader,
): Promise<ReadonlySet<string>> {
  if (input.selectors.length === 0) return new Set()
  const rows = await reader
    .selectFrom('interfaces')
    .innerJoin('interface_methods', 'interface_methods.digest', 'interfaces.digest')
    .select('interface_methods.selector')
    .distinct()
    .where('interfaces.project_id', '=', input.projectId)
    .where('interfaces.superseded_at', 'is', null)
    .where('interface_methods.selector', '=', anyOf(input.selectors, 'text'))
    .where(
      sql<boolean>`interfaces.contract in (${behind(sql`${input.contract}::text`, sql`${input.projectId}::uuid`)})`,
    )
    .execute()
  return new Set(rows.map(({ selector }) => selector))
}

/**
 * Names the project's recorded methods from current interfaces of the contract and of its present and former
 * implementations. A stored name never changes.
 */
export async function decodeMethods(
  input: { readonly projectId: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const query = sql`
    update method_use as method
    set signature = named.signature, interface_id = named.interface_id, decoded_at = ${input.now}::timestamptz
    from (
      select distinct on (called.id) called.id, functions.signature, interfaces.id as interface_id
      from method_use as called
      join interfaces on interfaces.project_id = called.project_id and interfaces.superseded_at is null
        and interfaces.contract in (${behind(sql`called.contract`, sql`called.project_id`)})
      join interface_methods as functions
        on functions.digest = interfaces.digest and functions.selector = called.selector
      where called.project_id = ${input.projectId} and called.signature is null
      order by called.id, interfaces.detected_at, interfaces.id
    ) as named
    where method.id = named.id`
  await runPlanned(query, writer)
}

/**
 * Whether an interface may name selectors that a `span` of `contract_use` left out. That is so when the interface, or
 * the implementation that has it, was detected after the span was read. Calls with those selectors are not stored, so
 * the calls must be read anew before they are counted.
 */
export const CAN_NAME_LEFT_OUT = sql<boolean>`(span.selectors_left_out and exists (
  select from interfaces
  where interfaces.project_id = span.project_id and interfaces.superseded_at is null
    and interfaces.contract in (${behind(sql`span.contract`, sql`span.project_id`)})
    and (interfaces.detected_at > span.read_at or interfaces.contract in (
      select implementation from implementations where implementations.contract = span.contract
        and withdrawn_at is null and detected_at > span.read_at))))`

/** The addresses of a contract and of its present and former implementations. */
function behind(contract: ReturnType<typeof sql>, projectId: ReturnType<typeof sql>) {
  return sql`
    select ${contract}
    union select implementation from contracts
      where project_id = ${projectId} and address = ${contract} and implementation is not null
    union select implementation from implementations
      where implementations.contract = ${contract} and withdrawn_at is null`
}
