import { type Static, type TProperties, Type } from 'typebox'
import {
  ClaimAuthor,
  ClaimKind,
  EstablishedBy,
  namedList,
  ProjectKind,
  ProjectState,
} from '#contract/enums.ts'
import { ADDRESS_PATTERN, type Slug as ProjectSlug, SLUG_PATTERN } from '#contract/ids.ts'
import type { CalendarDate } from '#contract/time.ts'

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
export type SourceOfFile = Static<typeof Source>

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
