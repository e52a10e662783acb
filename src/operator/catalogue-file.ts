import { Value } from 'typebox/value'
import { type Document, LineCounter, parseDocument, visit } from 'yaml'
import { faultsOf, type SchemaFault } from '#contract/schema-faults.ts'
import { incompleteParts } from './catalogue-parts.ts'
import { CatalogueFile } from './catalogue-schema.ts'

/** An error in a catalogue file, with its line. */
export type CatalogueFault = { readonly file: string; readonly line: number; readonly message: string }

/** Parses one catalogue file. Returns the project, or every error with its line. */
export function parseCatalogueFile(input: {
  file: string
  text: string
}): { project: CatalogueFile } | { faults: readonly CatalogueFault[] } {
  const lines = new LineCounter()
  const document = parseDocument(input.text, { lineCounter: lines, schema: 'core', uniqueKeys: true })
  const lineAt = (path: readonly string[]): number => {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node = document.getIn(path.slice(0, depth).map(toKey), true)
      const range =
        node !== null && typeof node === 'object' && 'range' in node ? (node.range as number[] | null) : null
      if (range?.[0] !== undefined) return lines.linePos(range[0]).line
    }
    return 1
  }
  const faultAt = (line: number, message: string) => ({ file: input.file, line, message })
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ linePos, message }) =>
      faultAt(linePos?.[0].line ?? 1, message.split('\n')[0] ?? 'invalid YAML'),
    )
    return { faults }
  }
  const aliases = aliasesIn(document)
  if (aliases.length > 0) {
    const faults = aliases.map(({ name, at }) => {
      const line = at === undefined ? 1 : lines.linePos(at).line
      return faultAt(line, `*${name}: expected a value in place of an alias`)
    })
    return { faults }
  }
  const value: unknown = document.toJS()
  if (!Value.Check(CatalogueFile, value)) {
    const faults = [...faultsOf({ schema: CatalogueFile, value })].map((fault) => {
      const path = fault.path.map(String)
      return faultAt(
        lineAt(path),
        `${path.join('.') || 'project'}: ${wordsOf(fault, document.getIn(fault.path))}`,
      )
    })
    return { faults }
  }
  const incomplete = incompleteParts(value)
  if (incomplete.length === 0) return { project: value }
  return {
    faults: incomplete.map(({ path, expected }) =>
      faultAt(lineAt(path), `${path.join('.')}: expected ${expected}`),
    ),
  }
}

const SHOWN = 60

function wordsOf({ fault, expected }: SchemaFault, found: unknown): string {
  if (fault === 'Missing') return `missing, expected ${expected}`
  if (fault === 'Unknown') return `unknown, expected ${expected}`
  const text = String(JSON.stringify(found))
  return `found ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}, expected ${expected}`
}

/**
 * The YAML aliases of a document, with their places. Each is refused, because a few lines of aliases can stand for
 * millions of values.
 */
function aliasesIn(
  document: Document,
): readonly { readonly name: string; readonly at: number | undefined }[] {
  const found: { name: string; at: number | undefined }[] = []
  visit(document, {
    Alias: (_, { source, range }) => void found.push({ name: source, at: range?.[0] }),
  })
  return found
}

function toKey(part: string): string | number {
  return /^\d+$/.test(part) ? Number.parseInt(part, 10) : part
}
