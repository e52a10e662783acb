import { type FieldPlace, type Meaning, meaningOf } from './field-meaning.ts'
import { schemaWithNames } from './named-schemas.ts'
import {
  asSentence,
  type Part,
  type ReferenceRow,
  tablePart,
  textPart,
  type Word,
  type Words,
  wordsOf,
} from './parts.ts'
import {
  alternativesOf,
  isObjectSchema,
  type NamedSchemas,
  nameIn,
  resolved,
  type Schema,
  typeWords,
} from './schema-words.ts'

/** Whether a field is in every answer, can be null, or can be absent. */
type Presence = { readonly isOptional: boolean; readonly isNullable: boolean }
type Field = Presence & { readonly path: string; readonly schema: Schema; readonly place: FieldPlace }

/**
 * The context of a walk through a schema: the schemas by name, and the names of the schemas with a table of their own.
 */
type Walk = {
  readonly named: NamedSchemas
  readonly own: ReadonlySet<string>
  /** The beginning of the anchors of fields. */
  readonly anchor: string
  /** The beginning of the anchors of shared objects, where a page has two schemas. */
  readonly prefix: string
}

/** Maximum depth of the listed fields. No answer is deeper. */
const MOST_LEVELS = 9

/**
 * The fields of a schema as tables. The first table has the whole path of each field. Each object that several fields
 * share has a further table, so that it stands only once.
 */
export function fieldParts(schema: object, caption: string, prefix = ''): readonly Part[] {
  const { root, named } = schemaWithNames(schema)
  const own = sharedObjects(root, named)
  const walk = { named, own, prefix, anchor: `${prefix}field` }
  const fields = fieldsOf(root, { path: '', place: NO_PLACE, walk })
  const first: readonly Part[] =
    fields.length === 0
      ? [
          textPart([
            'The answer is ',
            ...typeWords(root, named),
            '. ',
            ...sentence(meaningOf({ schema: root, place: NO_PLACE }, named)),
          ]),
        ]
      : [tableOf(caption, fields, walk)]
  return [...first, ...[...own].flatMap((name) => partOf(name, walk))]
}

function partOf(name: string, walk: Walk): readonly Part[] {
  const schema = walk.named.get(name)
  if (schema === undefined) return []
  const within = { ...walk, anchor: `${walk.prefix}${name}` }
  const rows = fieldsOf(schema, { path: '', place: { owner: name, path: '' }, walk: within })
  const { description } = schema
  return [
    { kind: 'heading', id: within.anchor, words: name },
    ...(description === undefined ? [] : [textPart(asSentence(description))]),
    tableOf(`Fields of ${name}`, rows, within),
  ]
}

/** The objects that are referred to from more than one place, in the order in which they are met. */
function sharedObjects(root: Schema, named: NamedSchemas): ReadonlySet<string> {
  const met = new Set<string>()
  const metAgain = new Set<string>()
  const entered = new Set<string>()
  const visitAll = (schema: Schema): void => {
    for (const child of childrenOf(schema)) visit(child)
  }
  const visit = (schema: Schema): void => {
    const name = nameIn(schema)
    const target = resolved(schema, named)
    // A named list, record or union has no table of its own: each place of it counts for the objects in it.
    const seen = isObjectSchema(target) ? met : entered
    if (name !== undefined && seen.has(name)) {
      metAgain.add(name)
      return
    }
    if (name !== undefined) seen.add(name)
    visitAll(target)
    if (name !== undefined) entered.delete(name)
  }
  const start = resolved(root, named)
  visitAll(start)
  const rootName = nameIn(root)
  const isOwn = (name: string, schema: Schema) =>
    metAgain.has(name) && name !== rootName && isObjectSchema(schema)
  return new Set([...named].flatMap(([name, schema]) => (isOwn(name, schema) ? [name] : [])))
}

function childrenOf(schema: Schema): readonly Schema[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema
  return [
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...anyOf,
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
}

/** The position of a walk: the path of the field, its place in its object, and the context of the walk. */
type At = { readonly path: string; readonly place: FieldPlace; readonly walk: Walk; readonly levels?: number }

/** The place of a schema that is no field. */
const NO_PLACE: FieldPlace = { owner: '', path: '' }

/** The fields below a value, each with its path. */
function fieldsOf(schema: Schema, at: At): readonly Field[] {
  const { path, walk, levels = 0 } = at
  const name = nameIn(schema)
  if (levels > MOST_LEVELS || (name !== undefined && walk.own.has(name))) return []
  const target = resolved(schema, walk.named)
  const { of } = alternativesOf(target)
  if (of[0] !== target) return unique(of.flatMap((one) => fieldsOf(one, { ...at, levels: levels + 1 })))
  const { properties, required = [], items, additionalProperties } = target
  const place = name !== undefined && properties !== undefined ? { owner: name, path: '' } : at.place
  const below = (one: Schema, step: string) =>
    fieldsOf(one, {
      path: stepped(path, step),
      place: { ...place, path: stepped(place.path, step) },
      walk,
      levels: levels + 1,
    })
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([key, value]) => {
      const presence = { isOptional: !required.includes(key), isNullable: isNullable(value, walk.named) }
      const own = { ...place, path: stepped(place.path, key) }
      return [{ path: stepped(path, key), schema: value, place: own, ...presence }, ...below(value, key)]
    })
  if (items !== undefined) return below(items, '[]')
  return typeof additionalProperties === 'object' ? below(additionalProperties, '*') : []
}

function stepped(path: string, step: string): string {
  return path === '' || step === '[]' ? `${path}${step}` : `${path}.${step}`
}

/** The meaning of each field of a schema, through every object that it holds. */
export function fieldMeanings(
  schema: object,
): readonly { readonly place: FieldPlace; readonly meaning: Meaning | undefined }[] {
  const { root, named } = schemaWithNames(schema)
  const own = sharedObjects(root, named)
  const walk = { named, own, prefix: '', anchor: '' }
  const shared = [...own].flatMap((name) => {
    const one = named.get(name)
    return one === undefined ? [] : fieldsOf(one, { path: '', place: { owner: name, path: '' }, walk })
  })
  return [...fieldsOf(root, { path: '', place: NO_PLACE, walk }), ...shared].map((field) => ({
    place: field.place,
    meaning: meaningOf(field, named),
  }))
}

/** Keeps one field for each path. Alternatives can have fields of the same path. */
function unique(fields: readonly Field[]): readonly Field[] {
  return [...new Map(fields.map((field) => [field.path, field])).values()]
}

function isNullable(schema: Schema, named: NamedSchemas): boolean {
  return alternativesOf(schema).isNullable || alternativesOf(resolved(schema, named)).isNullable
}

function tableOf(caption: string, fields: readonly Field[], walk: Walk): Part {
  return tablePart(
    caption,
    ['Field', 'Meaning'],
    fields.map((field) => rowOf(field, walk)),
  )
}

function rowOf(field: Field, walk: Walk): ReferenceRow {
  const { path, schema } = field
  const id = `${walk.anchor}-${path.replaceAll('[]', '')}`
  const shared = sharedIn(schema, walk)
  const meaning = meaningOf(field, walk.named)
  const type: Words = [
    ...(shared === undefined ? typeWords(schema, walk.named) : sharedWords(schema, shared, walk)),
    presenceWords(field, meaning),
  ]
  return [[{ code: path, id }, { aside: type }], sentence(meaning)]
}

/** The object with a table of its own that a field holds, alone or in a list. */
function sharedIn(schema: Schema, walk: Walk): string | undefined {
  for (const one of alternativesOf(plainForm(schema, walk)).of) {
    const name = nameIn(one)
    if (name !== undefined && walk.own.has(name)) return name
    const { items, additionalProperties } = plainForm(one, walk)
    const inside = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    const found = inside === undefined ? undefined : sharedIn(inside, walk)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The schema that a reference names, if that schema has no fields of its own: a list, a record or alternatives.
 * Otherwise the reference itself.
 */
function plainForm(schema: Schema, { named }: Walk): Schema {
  const target = resolved(schema, named)
  return isObjectSchema(target) ? schema : target
}

function sharedWords(schema: Schema, name: string, walk: Walk): Words {
  const link: Word = { href: `#${walk.prefix}${name}`, words: name }
  const { of } = alternativesOf(plainForm(schema, walk))
  const [first] = of
  if (first?.items !== undefined) return ['list of ', link]
  if (typeof first?.additionalProperties === 'object') return ['object by name, each value ', link]
  return of.length > 1 ? [...typeWords(schema, walk.named), ' (', link, ')'] : [link]
}

/**
 * When a field is absent or null, in words. If the meaning of the field says when, the words say only that it can be.
 * Otherwise they give the rule of every answer.
 */
function presenceWords({ isOptional, isNullable }: Presence, meaning: Meaning | undefined): string {
  if (!isOptional && !isNullable) return ''
  const gone = [...(isOptional ? ['absent'] : []), ...(isNullable ? ['null'] : [])].join(' or ')
  const isExplained = /\b(absent|null|without|leaves out)\b/i.test(String(meaning?.words))
  return isExplained ? `; can be ${gone}` : `; ${gone} when not known or not applicable`
}

/** The words of a meaning as a sentence. */
function sentence(meaning: Meaning | undefined): Words {
  return meaning === undefined ? [] : wordsOf(asSentence(meaning.words))
}
