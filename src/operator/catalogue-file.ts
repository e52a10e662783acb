import { type Static, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Document, LineCounter, parseDocument, visit } from 'yaml'
import { homeUrl } from '#collectors/site/home-url.ts'
import {
  ClaimAuthor,
  ClaimKind,
  EstablishedBy,
  namedList,
  ProjectKind,
  ProjectState,
} from '#contract/enums.ts'
import { ADDRESS_PATTERN, CHAIN_ID, type Slug as ProjectSlug, SLUG_PATTERN } from '#contract/ids.ts'
import { faultsOf, type SchemaFault } from '#contract/schema-faults.ts'
import type { CalendarDate } from '#contract/time.ts'
import { namesToken } from '#domain/project/signed-statement.ts'

const Slug = Type.Unsafe<ProjectSlug>(
  Type.String({ pattern: SLUG_PATTERN, description: 'lower-case letters, digits and hyphens' }),
)
const Address = Type.String({ pattern: ADDRESS_PATTERN, description: '0x and 40 hexadecimal digits' })
const Day = Type.Unsafe<CalendarDate>(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, YYYY-MM-DD' }),
)
const BuilderSource = namedList('BuilderSource', [
  'github_repository',
  'website',
  'npm_package',
  'deployer',
  'contract',
])
const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** The schema of an object without other keys. */
function closedObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

const Source = closedObject({
  kind: BuilderSource,
  locator: Words(200),
  established: closedObject({
    by: EstablishedBy,
    url: Type.Optional(Words(400)),
    on: Type.Optional(Day),
    statement: Type.Optional(Words(400)),
  }),
  counted: Type.Boolean(),
  reason: Type.Optional(Words(200)),
})

const Signature = closedObject({
  by: Address,
  text: Words(2000),
  value: Type.String({
    pattern: '^0x(?:[0-9a-fA-F]{2}){65,2048}$',
    description: 'a signature, 0x and at least 65 bytes',
  }),
})
export type SignatureOfStatement = Static<typeof Signature>

const StatementDraft = closedObject({
  kind: ClaimKind,
  by: ClaimAuthor,
  statement: Words(400),
  url: Type.Optional(Words(400)),
  on: Type.Optional(Day),
  names: Type.Optional(Address),
  narrative: Type.Optional(Slug),
  signature: Type.Optional(Signature),
})

const BuiltOn = closedObject({
  project: Slug,
  statement: Words(400),
  url: Words(400),
  on: Type.Optional(Day),
})

/** One project of the catalogue, as in its YAML file. */
export const CatalogueFile = closedObject({
  slug: Slug,
  name: Words(120),
  description: Type.Optional(Words(600)),
  state: ProjectState,
  kind: Type.Optional(ProjectKind),
  narratives: Type.Optional(Type.Array(Slug, { maxItems: 10 })),
  formerSlugs: Type.Optional(Type.Array(Slug, { maxItems: 20 })),
  launchpad: Type.Optional(Words(60)),
  token: Type.Optional(closedObject({ address: Address, symbol: Type.Optional(Words(40)) })),
  sources: Type.Optional(Type.Array(Source, { maxItems: 50 })),
  claims: Type.Optional(Type.Array(StatementDraft, { maxItems: 100 })),
  builtOn: Type.Optional(Type.Array(BuiltOn, { maxItems: 50 })),
})
export type CatalogueFile = Static<typeof CatalogueFile>

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
  const incomplete = incompletePart(value)
  if (incomplete === undefined) return { project: value }
  const { path, expected } = incomplete
  return { faults: [faultAt(lineAt(path), `${path.join('.')}: expected ${expected}`)] }
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

/** The first line that lacks a part it needs, or has one it may not have. */
function incompletePart(file: CatalogueFile) {
  const { sources = [], claims = [], builtOn = [] } = file
  const address = addressesOf({ sources, claims, builtOn }).find(({ text }) => homeUrl(text) === undefined)
  if (address !== undefined)
    return { path: address.path, expected: 'a web address without user name and password' }
  const source = sources.findIndex(({ counted, reason }) => counted === (reason !== undefined))
  if (source >= 0)
    return { path: ['sources', `${source}`], expected: 'a reason if and only if counted is false' }
  const claim = claims.findIndex(
    ({ kind, narrative }) => (kind === 'narrative') !== (narrative !== undefined),
  )
  if (claim >= 0)
    return { path: ['claims', `${claim}`], expected: 'a narrative if and only if kind is narrative' }
  const unsigned = claims.findIndex(({ by, signature }) => (by === 'signature') !== (signature !== undefined))
  if (unsigned >= 0) {
    const expected =
      'a signature (by, text, value) if and only if by is signature; a review of one is by operator'
    return { path: ['claims', `${unsigned}`], expected }
  }
  const other = claims.findIndex(
    ({ signature, names }) => signature !== undefined && !(names && namesToken(signature.text, names)),
  )
  if (other >= 0) {
    const expected = `a text with the contract that the claim names, and chain ${CHAIN_ID}`
    return { path: ['claims', `${other}`, 'signature', 'text'], expected }
  }
  const own = builtOn.findIndex(({ project }) => [file.slug, ...(file.formerSlugs ?? [])].includes(project))
  if (own >= 0) return { path: ['builtOn', `${own}`, 'project'], expected: 'another project' }
  return undefined
}

/** The web addresses of a file, with their places. */
function addressesOf({
  sources,
  claims,
  builtOn,
}: Required<Pick<CatalogueFile, 'sources' | 'claims' | 'builtOn'>>) {
  const place = (text: string | undefined, ...path: readonly string[]) =>
    text === undefined ? [] : [{ text, path }]
  return [
    ...sources.flatMap(({ kind, locator, established }, at) => [
      ...place(kind === 'website' ? locator : undefined, 'sources', `${at}`, 'locator'),
      ...place(established.url, 'sources', `${at}`, 'established', 'url'),
    ]),
    ...claims.flatMap(({ url }, at) => place(url, 'claims', `${at}`, 'url')),
    ...builtOn.flatMap(({ url }, at) => place(url, 'builtOn', `${at}`, 'url')),
  ]
}

function toKey(part: string): string | number {
  return /^\d+$/.test(part) ? Number.parseInt(part, 10) : part
}
