import { describe, expect, test } from 'vitest'
import { lineOf } from '#test/pages/reference-words.ts'
import { alternativesOf, resolved, type Schema, typeWords } from './schema-words.ts'

const SHORT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
const NAMED = new Map<string, Schema>([
  ['Ship', { type: 'object', properties: { id: { type: 'string' } } }],
  ['Other', { type: 'object', properties: { kind: { type: 'string' } } }],
  ['Kind', { type: 'string', enum: ['docs', 'release'] }],
  ['Long', { type: 'string', enum: [...SHORT, 'm'] }],
  ['Instant', { type: 'string', format: 'date-time' }],
  ['Figure', { anyOf: [{ type: 'number' }, { $ref: '#/components/schemas/Kind' }] }],
  ['Ships', { type: 'array', items: { $ref: '#/components/schemas/Ship' } }],
  ['Counts', { type: 'object', additionalProperties: { type: 'integer' } }],
])
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const wordsOfType = (schema: Schema) => lineOf(typeWords(schema, NAMED))

describe('the type of a value in words', () => {
  test.each<[string, Schema]>([
    ['true or false', { type: 'boolean' }],
    ['text', { type: 'string' }],
    ['address', { type: 'string', format: 'uri' }],
    ['day, YYYY-MM-DD', { type: 'string', format: 'date' }],
    ['instant, ISO 8601 in UTC', { type: 'string', format: 'date-time' }],
    ['text, at most 2,048 characters', { type: 'string', maxLength: 2048 }],
    ['text, 1 to 1,024 characters', { type: 'string', minLength: 1, maxLength: 1024 }],
    ['text', { type: 'string', minLength: 1 }],
    ['whole number', { type: 'integer' }],
    ['whole number, 1 to 48', { type: 'integer', minimum: 1, maximum: 48 }],
    ['whole number, 0 to 10,000', { type: 'integer', minimum: 0, maximum: 10_000 }],
    ['whole number, 1,000 or more', { type: 'integer', minimum: 1000, maximum: Number.MAX_SAFE_INTEGER }],
    ['whole number, 2,000 or more', { type: 'integer', minimum: 2000 }],
    ['number', { type: 'number' }],
    ['number, more than 0', { type: 'number', exclusiveMinimum: 0 }],
    ['number, at most 1,000', { type: 'number', maximum: 1000 }],
    ['number, 0 to 1', { type: 'number', minimum: 0, maximum: 1 }],
    ['any JSON value', {}],
    ['`only`', { const: 'only' }],
    ['`true`', { type: 'boolean', enum: [true] }],
    ['one of `1`, `2`', { type: 'integer', enum: [1, 2] }],
    ['object', { type: 'object' }],
    ['object', { type: 'object', additionalProperties: false }],
    ['object by name, each value text', { type: 'object', additionalProperties: { type: 'string' } }],
    ['list', { type: 'array' }],
    ['list of 1 to 12', { type: 'array', minItems: 1, maxItems: 12 }],
    ['list of text', { type: 'array', items: { type: 'string' } }],
    ['list of at most 1,000, each text', { type: 'array', items: { type: 'string' }, maxItems: 1000 }],
    ['list of at least 1, each text', { type: 'array', items: { type: 'string' }, minItems: 1 }],
    [
      'list of 1 to 5,000, each text',
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 5000 },
    ],
    ['list of objects', { type: 'array', items: ref('Ship') }],
    ['list of objects', { type: 'array', items: { anyOf: [ref('Ship'), ref('Other')] } }],
    ['list of object or text', { type: 'array', items: { anyOf: [ref('Ship'), { type: 'string' }] } }],
    ['list of at most 20 objects', { type: 'array', items: ref('Ship'), maxItems: 20 }],
  ])('%s', (words, schema) => {
    expect(wordsOfType(schema)).toBe(words)
  })
})

describe('the type of a value', () => {
  test.each<[string, Schema]>([
    ['text', { type: ['string', 'null'] }],
    ['one of `a`, `b`', { type: ['string', 'null'], enum: ['a', 'b', null] }],
    ['text or whole number', { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }],
    ['object', { anyOf: [ref('Ship'), { type: 'null' }] }],
    ['object', { anyOf: [ref('Ship'), ref('Other'), { type: 'null' }] }],
    ['text or object', { anyOf: [{ type: 'string' }, ref('Ship'), ref('Other'), { type: 'null' }] }],
  ])('that can be null is that of its other values: %s', (words, schema) => {
    expect(wordsOfType(schema)).toBe(words)
  })

  test.each<[string, string]>([
    ['Ship', 'object'],
    ['Kind', 'one of `docs`, `release`'],
    ['Long', 'one of the values of [Long](/developers/reference/values#Long)'],
    ['Instant', '[Instant](/developers/reference/values#Instant)'],
    ['Figure', 'number or one of `docs`, `release`'],
    ['Ships', 'list of objects'],
    ['Counts', 'object by name, each value whole number'],
  ])('that refers to %s is %s', (name, words) => {
    expect(wordsOfType(ref(name))).toBe(words)
  })

  test('writes out a list of 12 values that has a name, and any list without a name', () => {
    const named = new Map<string, Schema>([['Twelve', { type: 'string', enum: SHORT }]])
    const all = `one of ${SHORT.map((value) => `\`${value}\``).join(', ')}`
    expect(lineOf(typeWords(ref('Twelve'), named))).toBe(all)
    expect(wordsOfType({ type: 'string', enum: [...SHORT, 'm'] })).toBe(`${all}, \`m\``)
  })
})

test.each<[Schema, readonly Schema[], boolean]>([
  [{ type: 'string' }, [{ type: 'string' }], false],
  [{ type: ['string', 'integer'] }, [{ type: ['string', 'integer'] }], false],
  [{ type: ['string', 'null'], maxLength: 4 }, [{ type: 'string', maxLength: 4 }], true],
  [{ type: ['null', 'string'], enum: ['a', null] }, [{ type: 'string', enum: ['a'] }], true],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, [{ type: 'string' }], true],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, [{ type: 'string' }, { type: 'integer' }], false],
])('the alternatives of %j are %j; null is one of them: %s', (schema, of, isNullable) => {
  expect(alternativesOf(schema)).toEqual({ of, isNullable })
})

test('a schema that refers to none is itself, and a name that no schema has is an error that names it', () => {
  const elsewhere: Schema = { $ref: 'https://schemas.example/#/components/schemas/Ship', type: 'string' }
  expect(resolved(elsewhere, NAMED)).toBe(elsewhere)
  expect(() => resolved(ref('Missing'), NAMED)).toThrow('no schema is named Missing')
})
