import type { Cursor, LedgerCursor } from '#contract/ids.ts'
import { browseCursorOf, CHAIN_ID, cursorOf } from '#contract/ids.ts'
import type { Input } from '#contract/operations/index.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'

/** The filters of a list of the ledger, as the API reads them. */
export type ChangeSelection = {
  readonly [P in Exclude<keyof Input<'changes'>, 'limit' | 'ignoredParameters'>]?:
    | Input<'changes'>[P]
    | undefined
}

/**
 * The query of an address that lists these changes. Empty for the newest changes of all projects. The order of its
 * parts is fixed.
 */
export function changesQuery(selection: ChangeSelection): string {
  const query = new URLSearchParams()
  const { contract, domain, type } = selection
  const parts = {
    domain: domain?.join(','),
    type: type?.join(','),
    project: selection.project,
    contract: contract === undefined ? undefined : `${CHAIN_ID}:${contract}`,
    since: selection.since,
    until: selection.until,
    detectedSince: selection.detectedSince,
    after: cursorText(selection.after),
    before: cursorText(selection.before),
    cursor: cursorText(selection.cursor),
  }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}

function cursorText(cursor: LedgerCursor | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  return cursor.mode === 'sync' ? cursorOf(cursor.position) : browseCursorOf(cursor.position)
}

/** The filters without the parameters that choose a position in the ledger. */
export function changeFilters(selection: ChangeSelection): ChangeSelection {
  const { domain, type, project, contract, since, until } = selection
  return { domain, type, project, contract, since, until }
}

/** Whether the list is in ledger order. Only a list in this order has retractions. */
export function isInLedgerOrder({ after, cursor, detectedSince }: ChangeSelection): boolean {
  return after !== undefined || detectedSince !== undefined || cursor?.mode === 'sync'
}

/** The projects and the contracts of these events, each once, in their order. */
export function namedIn(events: readonly ChangeEvent[]): {
  readonly projects: readonly NonNullable<ChangeEvent['project']>[]
  readonly contracts: readonly string[]
} {
  const projects = new Map(
    events.flatMap(({ project }) => (project == null ? [] : [[project.slug, project]])),
  )
  const contracts = new Set(events.flatMap(({ contract }) => (contract == null ? [] : [contract])))
  return { projects: [...projects.values()], contracts: [...contracts] }
}
