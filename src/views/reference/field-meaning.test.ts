import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { ChangeEvent } from '#contract/shapes/change.ts'
import { PingPayload, webhookPayload } from '#contract/shapes/webhook-payload.ts'
import { type FieldPlace, type Meaning, meaningOf, OBJECT_WORDS } from './field-meaning.ts'
import { fieldMeanings } from './fields.ts'
import type { Schema } from './schema-words.ts'
import { NAME_WORDS } from './words/names.ts'

/** Every schema whose fields the reference shows. */
const SHOWN: readonly object[] = [
  ...Object.values<Operation>(OPERATIONS).flatMap(({ output, lines, protocol, input }) =>
    [lines ?? output, protocol, input.body].filter((schema) => schema !== undefined),
  ),
  webhookPayload({ marketIntegrity: true }),
  PingPayload,
  ChangeEvent,
]
const MEANINGS = SHOWN.flatMap(fieldMeanings)

test('every field of every answer and body has words, besides those for the form of its value', () => {
  const unsaid = MEANINGS.filter(({ meaning }) => meaning === undefined || meaning.from === 'form')
  expect(unsaid.map(({ place: { owner, path } }) => `${owner}.${path}`)).toEqual([])
  expect(MEANINGS.length).toBeGreaterThan(1400)
})

test('every line of the words is of a field that the API description leaves without words', () => {
  const used = new Set(
    MEANINGS.flatMap(({ place: { owner, path }, meaning }) => {
      if (meaning?.from === 'object') return [`${owner} ${path}`]
      return meaning?.from === 'name' ? [String(path.split('.').at(-1))] : []
    }),
  )
  const lines = [
    ...Object.entries(OBJECT_WORDS).flatMap(([owner, words]) =>
      Object.keys(words).map((path) => `${owner} ${path}`),
    ),
    ...Object.keys(NAME_WORDS),
  ]
  expect(lines.filter((line) => !used.has(line))).toEqual([])
})

test('words are one line without a full stop', () => {
  const all = [...Object.values(OBJECT_WORDS).flatMap(Object.values<string>), ...Object.values(NAME_WORDS)]
  expect(all.filter((words) => !/^[A-Za-z][^\n]*[^.\s]$/.test(words))).toEqual([])
})

const FORM: Schema = { type: 'string', description: 'A form' }
const NAMED = new Map<string, Schema>([
  ['Form', FORM],
  ['List', { type: 'string', enum: ['a'], description: 'A closed list' }],
  ['Thing', { type: 'object', properties: {}, description: 'A thing' }],
  ['Bare', { type: 'object', properties: {} }],
])
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const NOWHERE = { owner: 'Unnamed', path: 'unnamed' }
const BY_NAME = { owner: 'Unnamed', path: 'item.slug' }
const BY_OBJECT = { owner: 'Contract', path: 'proxy' }

describe('the meaning of a field', () => {
  test.each<[string, Schema, FieldPlace, Meaning | undefined]>([
    [
      'is its own description before all others',
      { ...ref('Thing'), description: 'Its own' },
      BY_OBJECT,
      { words: 'Its own', from: 'description' },
    ],
    [
      'is the words for its object before those of what it refers to',
      ref('Thing'),
      BY_OBJECT,
      { words: 'Whether the contract delegates to another one', from: 'object' },
    ],
    [
      'is what it refers to before the words for its name',
      ref('Thing'),
      BY_NAME,
      { words: 'A thing', from: 'description' },
    ],
    [
      'is the words for its name before the form of its value',
      ref('Form'),
      BY_NAME,
      { words: 'Current slug of the project, as other reads take it', from: 'name' },
    ],
    ['is the form of its value last of all', ref('Form'), NOWHERE, { words: 'A form', from: 'form' }],
    ['is that of a closed list', ref('List'), NOWHERE, { words: 'A closed list', from: 'description' }],
    [
      'is that of its items',
      { type: 'array', items: ref('Thing') },
      NOWHERE,
      { words: 'A thing', from: 'description' },
    ],
    [
      'is that of its value where it can be null',
      { anyOf: [ref('Bare'), ref('Thing'), { type: 'null' }] },
      NOWHERE,
      { words: 'A thing', from: 'description' },
    ],
    [
      'is that of an alternative without a name',
      { anyOf: [{ type: 'string' }, { type: 'integer', description: 'A count' }] },
      NOWHERE,
      { words: 'A count', from: 'description' },
    ],
    ['is unknown where nothing says it', ref('Bare'), NOWHERE, undefined],
  ])('%s', (_, schema, place, meaning) => {
    expect(meaningOf({ schema, place }, NAMED)).toEqual(meaning)
  })
})
