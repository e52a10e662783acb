import { exportedIn } from './exported.ts'
import type { Finding } from './finding.ts'

type Source = { readonly path: string; readonly text: string }
type Home = { readonly path: string; readonly line: number }

const COUNTED = /^src\/(?!records\/tables\.ts$|.*\.test(?:-d)?\.ts$).*\.ts$/
const OPERATION = /^src\/contract\/operations\//
/** An operation and the files that answer it have one name. Each group has at most one of them. */
const OF_AN_OPERATION: readonly RegExp[] = [
  OPERATION,
  /^src\/views\//,
  /^src\/surfaces\/pages\/[^/]+$/,
  /^src\/reads\/agent\/questions\//,
  /^src\/webhooks\//,
]
/** Names that may have two homes, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  CalendarDate: 'a type and its schema: a parser thread reads times without loading the schema library',
  Instant: 'a type and its schema: a parser thread reads times without loading the schema library',
}

/**
 * Finds exported names that another file of src exports as well, at each home but the first. The row types in
 * `records/tables.ts` do not count: they are named after the tables.
 */
export function findSecondHomes(sources: readonly Source[]): readonly Finding[] {
  const homes = new Map<string, readonly Home[]>()
  for (const { path, text } of sources.filter((source) => COUNTED.test(source.path))) {
    for (const { name, line } of exportedIn(text)) {
      const known = homes.get(name) ?? []
      if (known.every((home) => home.path !== path)) homes.set(name, [...known, { path, line }])
    }
  }
  return [...homes].flatMap(([name, all]) =>
    name in ALLOWED || isOneOperation(all) ? [] : all.slice(1).map((home) => ({ ...home, rule: 'one-home' })),
  )
}

function isOneOperation(homes: readonly Home[]): boolean {
  const groups = homes.map(({ path }) => OF_AN_OPERATION.find((group) => group.test(path)))
  return groups.includes(OPERATION) && !groups.includes(undefined) && new Set(groups).size === groups.length
}
