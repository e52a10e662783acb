import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'
import { ClaimAuthor, ClaimKind, EstablishedBy, oneOf, PROJECT_STATES, ProjectKind } from '#contract/enums.ts'
import { ADDRESS_PATTERN, SLUG_PATTERN } from '#contract/ids.ts'

const Slug = Type.String({ pattern: SLUG_PATTERN, description: 'lower-case letters, digits and hyphens' })
const Address = Type.String({ pattern: ADDRESS_PATTERN, description: '0x and 40 hexadecimal digits' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, YYYY-MM-DD' })
const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const Source = Type.Object(
  {
    kind: oneOf(['github_repository', 'website', 'npm_package', 'deployer', 'contract'] as const),
    locator: Words(200),
    established: Type.Object(
      {
        by: oneOf(EstablishedBy.enum),
        url: Type.Optional(Words(400)),
        on: Type.Optional(Day),
        statement: Type.Optional(Words(400)),
      },
      { additionalProperties: false },
    ),
    counted: Type.Boolean(),
    reason: Type.Optional(Words(200)),
  },
  { additionalProperties: false },
)

const ClaimDraft = Type.Object(
  {
    kind: oneOf(ClaimKind.enum),
    by: oneOf(ClaimAuthor.enum),
    statement: Words(400),
    url: Type.Optional(Words(400)),
    on: Type.Optional(Day),
    names: Type.Optional(Address),
    narrative: Type.Optional(Slug),
  },
  { additionalProperties: false },
)

/** One project of the catalogue, as in its YAML file. */
export const CatalogueFile = Type.Object(
  {
    slug: Slug,
    name: Words(120),
    description: Type.Optional(Words(600)),
    state: oneOf(PROJECT_STATES),
    kind: Type.Optional(oneOf(ProjectKind.enum)),
    narratives: Type.Optional(Type.Array(Slug, { maxItems: 10 })),
    formerSlugs: Type.Optional(Type.Array(Slug, { maxItems: 20 })),
    launchpad: Type.Optional(Words(60)),
    token: Type.Optional(
      Type.Object({ address: Address, symbol: Type.Optional(Words(40)) }, { additionalProperties: false }),
    ),
    sources: Type.Optional(Type.Array(Source, { maxItems: 50 })),
    claims: Type.Optional(Type.Array(ClaimDraft, { maxItems: 100 })),
  },
  { additionalProperties: false },
)
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
  if (document.errors.length > 0) {
    return {
      faults: document.errors.map((error) => ({
        file: input.file,
        line: error.linePos?.[0].line ?? 1,
        message: error.message.split('\n')[0] ?? 'invalid YAML',
      })),
    }
  }
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  if (!Value.Check(CatalogueFile, value)) {
    const faults = Value.Errors(CatalogueFile, value).map((error) => {
      const path = error.instancePath.split('/').slice(1)
      return {
        file: input.file,
        line: lineAt(path),
        message: `${path.join('.') || 'project'} ${error.message}`,
      }
    })
    return { faults }
  }
  const [incomplete] = incompleteParts(value)
  if (incomplete === undefined) return { project: value }
  const { path, expected } = incomplete
  const message = `${path.join('.')}: expected ${expected}`
  return { faults: [{ file: input.file, line: lineAt(path), message }] }
}

/** Sources and claims that lack a part they need, or have one they may not have. */
function incompleteParts({ sources = [], claims = [] }: CatalogueFile) {
  const unexplained = sources.findIndex((source) => source.counted === (source.reason !== undefined))
  const unnamed = claims.findIndex(
    ({ kind, narrative }) => (kind === 'narrative') !== (narrative !== undefined),
  )
  return [
    {
      path: ['sources', `${unexplained}`],
      expected: 'a reason if and only if counted is false',
      at: unexplained,
    },
    { path: ['claims', `${unnamed}`], expected: 'a narrative if and only if kind is narrative', at: unnamed },
  ].filter(({ at }) => at >= 0)
}

function toKey(part: string): string | number {
  return /^\d+$/.test(part) ? Number.parseInt(part, 10) : part
}
