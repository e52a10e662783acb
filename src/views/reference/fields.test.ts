import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { described, namedList, namedObject, nullable } from '#contract/enums.ts'
import { linesOfPart } from '#test/pages/reference-words.ts'
import { fieldParts } from './fields.ts'

/** The parts of the fields of a schema as lines: those of a table begin with their caption. */
function linesOf(schema: TSchema, prefix?: string): readonly string[] {
  return fieldParts(schema, 'Fields of the answer', prefix).flatMap(linesOfPart)
}

/** The line of the only field of an object. */
function lineOfField(field: TSchema): string | undefined {
  return linesOf(Type.Object({ weight: field }))[1]
}

const text = Type.String({ description: 'Words of the source' })
const Weight = namedObject(
  'Weight',
  { grams: Type.Integer({ minimum: 0, description: 'Mass in grams' }) },
  { description: 'What a scale shows' },
)

describe('a field in the table', () => {
  test.each<[string, TSchema, string]>([
    ['its type', text, 'text | Words of the source.'],
    [
      'that it can be absent',
      Type.Optional(text),
      'text; absent when not known or not applicable | Words of the source.',
    ],
    [
      'that it can be null',
      described(nullable(Type.String()), 'Words of the source'),
      'text; null when not known or not applicable | Words of the source.',
    ],
    [
      'that it can be absent or null',
      Type.Optional(described(nullable(Type.String()), 'Words of the source')),
      'text; absent or null when not known or not applicable | Words of the source.',
    ],
    ...[
      'Absent before the first reading',
      'Words, null on a draft',
      'A text without marks',
      'It leaves out marks',
    ].map((words): [string, TSchema, string] => [
      `that it can be absent, where its own words say when: ${words}`,
      Type.Optional(Type.String({ description: words })),
      `text; can be absent | ${words}.`,
    ]),
    [
      'a sentence that ends with a full stop',
      Type.String({ description: 'Ends here.' }),
      'text | Ends here.',
    ],
    [
      'the names of the API in its meaning as code',
      Type.String({ description: 'Follow nextCursor' }),
      'text | Follow `nextCursor`.',
    ],
    ['no words where nothing says any', Type.String(), 'text | '],
  ])('has %s', (_, field, line) => {
    const [type, meaning] = line.split(' | ')
    expect(lineOfField(field)).toBe(`\`weight\`{#field-weight} (${type}) | ${meaning}`)
  })

  test('can be null when the schema that it refers to can be', () => {
    const Code = Type.Union([Type.String(), Type.Integer(), Type.Null()], {
      $id: 'Code',
      description: 'A code',
    })
    expect(lineOfField(Code)).toBe(
      '`weight`{#field-weight} (text or whole number; null when not known or not applicable) | A code.',
    )
  })
})

describe('the fields of a schema', () => {
  test('have the whole path of each, through objects, lists and records', () => {
    const schema = Type.Object({
      scale: Type.Object({ name: text }),
      rows: Type.Array(Type.Object({ day: text, parts: Type.Array(Type.Object({ id: text })) })),
      byDay: Type.Record(Type.String(), Type.Object({ count: text })),
      found: nullable(Type.Object({ at: text })),
    })
    const paths = linesOf(schema).map((line) => /^`([^`]*)`\{#([^}]*)\}/.exec(line)?.slice(1))
    expect(paths.slice(1)).toEqual([
      ['scale', 'field-scale'],
      ['scale.name', 'field-scale.name'],
      ['rows', 'field-rows'],
      ['rows[].day', 'field-rows.day'],
      ['rows[].parts', 'field-rows.parts'],
      ['rows[].parts[].id', 'field-rows.parts.id'],
      ['byDay', 'field-byDay'],
      ['byDay.*.count', 'field-byDay.*.count'],
      ['found', 'field-found'],
      ['found.at', 'field-found.at'],
    ])
  })

  test('of a list are those of each item', () => {
    expect(linesOf(Type.Array(Type.Object({ name: text })))[1]).toBe(
      '`[].name`{#field-.name} (text) | Words of the source.',
    )
  })

  test('of alternatives are said once each', () => {
    const schema = Type.Union([
      Type.Object({ kind: text, found: text }),
      Type.Object({ kind: text, reason: text }),
    ])
    expect(linesOf(schema)).toEqual([
      'Fields of the answer: Field, Meaning',
      '`kind`{#field-kind} (text) | Words of the source.',
      '`found`{#field-found} (text) | Words of the source.',
      '`reason`{#field-reason} (text) | Words of the source.',
    ])
  })

  test('of an answer that is one text are its type and its words', () => {
    expect(linesOf(Type.String({ description: 'A badge as SVG', maxLength: 4000 }))).toEqual([
      'The answer is text, at most 4,000 characters. A badge as SVG.',
    ])
  })

  test('of an object that is named once stand in the table of the answer', () => {
    const [, weight, grams, ...rest] = linesOf(Type.Object({ weight: Weight }))
    expect(weight).toBe('`weight`{#field-weight} (object) | What a scale shows.')
    expect(grams).toBe('`weight.grams`{#field-weight.grams} (whole number, 0 or more) | Mass in grams.')
    expect(rest).toEqual([])
  })
})

describe('the levels of a schema', () => {
  test('that holds itself come to an end', () => {
    const tree = { $ref: '#/components/schemas/Tree' }
    const Tree = Type.Unsafe({
      $id: 'Tree',
      anyOf: [{ type: 'object', properties: { below: tree } }, { type: 'string' }],
    })
    expect(linesOf(Type.Object({ tree: Tree })).length).toBeLessThan(12)
  })

  test('are written out, nine of them below the first', () => {
    const nested = (levels: number): TSchema =>
      levels === 0 ? text : Type.Object({ [`at${levels}`]: nested(levels - 1) })
    const path = 'at10.at9.at8.at7.at6.at5.at4.at3.at2.at1'
    expect(linesOf(nested(10)).at(-1)).toContain(`\`${path}\``)
    expect(linesOf(nested(11)).at(-1)).toContain(`\`at11.${path.replace('.at1', '')}\``)
  })
})

describe('an object that several fields share', () => {
  const shared = Type.Object({
    first: Weight,
    second: Type.Optional(nullable(Weight)),
    list: Type.Array(Weight),
    byName: Type.Record(Type.String(), Weight),
    either: Type.Union([Weight, Type.String()], { description: 'A weight or words' }),
  })

  test('has a table of its own, to which each of them leads', () => {
    expect(linesOf(shared)).toEqual([
      'Fields of the answer: Field, Meaning',
      '`first`{#field-first} ([Weight](#Weight)) | What a scale shows.',
      '`second`{#field-second} ([Weight](#Weight); absent or null when not known or not applicable) | What a scale shows.',
      '`list`{#field-list} (list of [Weight](#Weight)) | What a scale shows.',
      '`byName`{#field-byName} (object by name, each value [Weight](#Weight)) | ',
      '`either`{#field-either} (object or text ([Weight](#Weight))) | A weight or words.',
      '### Weight{#Weight}',
      'What a scale shows.',
      'Fields of Weight: Field, Meaning',
      '`grams`{#Weight-grams} (whole number, 0 or more) | Mass in grams.',
    ])
  })

  test('has anchors of its own on a page with two schemas', () => {
    const lines = linesOf(shared, 'ping-')
    expect(lines[1]).toContain('`first`{#ping-field-first} ([Weight](#ping-Weight))')
    expect(lines).toContain('### Weight{#ping-Weight}')
    expect(lines.at(-1)).toContain('`grams`{#ping-Weight-grams}')
  })

  test('has no words above its table where it says none', () => {
    const Bare = namedObject('Bare', { id: text })
    expect(linesOf(Type.Object({ one: Bare, two: Bare })).slice(3)).toEqual([
      '### Bare{#Bare}',
      'Fields of Bare: Field, Meaning',
      '`id`{#Bare-id} (text) | Words of the source.',
    ])
  })

  test('can hold another one, and itself', () => {
    const Pair = namedObject('Pair', { left: Weight, right: Weight })
    const headings = linesOf(Type.Object({ one: Pair, two: Pair })).filter((line) => line.startsWith('###'))
    expect(headings).toEqual(['### Weight{#Weight}', '### Pair{#Pair}'])
    const node = { $ref: '#/components/schemas/Node' }
    const Node = Type.Unsafe({ $id: 'Node', type: 'object', properties: { next: node } })
    expect(linesOf(Type.Object({ first: Node }))).toContain('### Node{#Node}')
    expect(linesOf(Node)[1]).toContain('`next`{#field-next}')
  })
})

test.each<[string, TSchema, string]>([
  [
    'record',
    Type.Record(Type.String(), Weight, { $id: 'Weights' }),
    'object by name, each value [Weight](#Weight)',
  ],
  ['list', Type.Array(Weight, { $id: 'Scale' }), 'list of [Weight](#Weight)'],
  ['choice', Type.Union([Weight, Type.String()], { $id: 'Load' }), 'object or text ([Weight](#Weight))'],
])('an object that several fields share by a named %s has a table of its own', (_, form, type) => {
  expect(linesOf(Type.Object({ first: form, second: form }))).toEqual([
    'Fields of the answer: Field, Meaning',
    expect.stringContaining(`\`first\`{#field-first} (${type})`),
    expect.stringContaining(`\`second\`{#field-second} (${type})`),
    '### Weight{#Weight}',
    'What a scale shows.',
    'Fields of Weight: Field, Meaning',
    '`grams`{#Weight-grams} (whole number, 0 or more) | Mass in grams.',
  ])
})

describe('a table of its own', () => {
  test('is of an object that is met only as the values of records', () => {
    const records = Type.Object({
      one: Type.Record(Type.String(), Weight),
      two: Type.Record(Type.String(), Weight),
    })
    expect(linesOf(records).slice(1, 4)).toEqual([
      '`one`{#field-one} (object by name, each value [Weight](#Weight)) | ',
      '`two`{#field-two} (object by name, each value [Weight](#Weight)) | ',
      '### Weight{#Weight}',
    ])
  })

  test('is not of a closed list, however often it is used', () => {
    const Kind = namedList('Kind', ['docs', 'release'], { description: 'Kind of ship' })
    expect(linesOf(Type.Object({ one: Kind, two: Kind })).slice(1)).toEqual([
      '`one`{#field-one} (one of `docs`, `release`) | Kind of ship.',
      '`two`{#field-two} (one of `docs`, `release`) | Kind of ship.',
    ])
  })
})
