import { Value } from 'typebox/value'
import { type Document, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import { faultsOf, type SchemaFault } from '#contract/schema-faults.ts'
import { addDays, dateOf, type Instant } from '#contract/time.ts'
import { oneLine } from '#domain/ledger/wording.ts'
import { incompleteParts } from './catalogue-parts.ts'
import { CatalogueFile } from './catalogue-schema.ts'

/** An error in a catalogue file, with its line. */
export type CatalogueFault = { readonly file: string; readonly line: number; readonly message: string }

/**
 * Parses one catalogue file. Returns the project, or every error with its line. A day may be tomorrow, which has begun
 * in some time zone.
 */
export function parseCatalogueFile(input: {
  readonly file: string
  readonly text: string
  readonly now: Instant
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
  const invalid = [...document.errors, ...document.warnings]
  if (invalid.length > 0)
    return { faults: invalid.map((error) => faultAt(error.linePos?.[0].line ?? 1, wordsOfYaml(error))) }
  const aliases = aliasesIn(document)
  if (aliases.length > 0) {
    const faults = aliases.map(({ name, at }) => {
      const line = at === undefined ? 1 : lines.linePos(at).line
      return faultAt(line, `*${name}: expected a value in place of an alias`)
    })
    return { faults }
  }
  const value: unknown = document.toJS()
  const faults = [...faultsOf({ schema: CatalogueFile, value }, expectedText)]
  if (faults.length > 0 || !Value.Check(CatalogueFile, value)) {
    const placed = faults.map((fault) => {
      const path = fault.path.map(String)
      return faultAt(
        lineAt(path),
        `${path.join('.') || 'project'}: ${wordsOf(fault, document.getIn(fault.path, true))}`,
      )
    })
    return { faults: placed }
  }
  const incomplete = incompleteParts(value, addDays(dateOf(input.now), 1))
  if (incomplete.length === 0) return { project: value }
  return {
    faults: incomplete.map(({ path, expected }) =>
      faultAt(lineAt(path), `${path.join('.')}: expected ${expected}`),
    ),
  }
}

const SHOWN = 60

/** The message about a fault, with the value that the document has in its place. */
function wordsOf({ fault, expected }: SchemaFault, node: unknown): string {
  if (fault === 'Missing') return `missing, expected ${expected}`
  if (fault === 'Unknown') return `unknown, expected ${expected}`
  const isNumber = isScalar(node) && typeof node.value === 'number'
  const text = isNumber ? String(node.source) : String(JSON.stringify(node))
  const found = `found ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}, expected ${expected}`
  return isNumber && expected.startsWith('a text') ? `${found}; YAML reads a number, so quote it` : found
}

/** Messages in place of the YAML library's own, which are for programmers. */
const YAML_WORDS: { readonly [C in YAMLError['code']]?: string } = {
  MULTIPLE_DOCS: 'expected one project in a file, without a second document after ---',
  RESOURCE_EXHAUSTION: 'expected less deeply nested values',
}

function wordsOfYaml({ code, message }: YAMLError): string {
  return YAML_WORDS[code] ?? message.split('\n')[0] ?? 'invalid YAML'
}

/** Control characters but tab and line break. PostgreSQL refuses U+0000, and no reader sees the others. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** The form that a text of a file should have; undefined when it has that form. */
function expectedText(text: string): string | undefined {
  if (CONTROL.test(text) || !text.isWellFormed()) return 'a text without control characters'
  return oneLine(text) === '' ? 'a text with a visible character' : undefined
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
