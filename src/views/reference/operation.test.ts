import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import {
  addScale,
  exportWeighings,
  removeScale,
  sendWeight,
  weighings,
} from '#test/pages/reference-operations.ts'
import { lineOf } from '#test/pages/reference-words.ts'
import type { StoredAnswer } from './answers.ts'
import { operationReference } from './operation.ts'
import type { ReferencePage } from './parts.ts'

const site = { baseUrl: 'https://svc.example' }
const NO_FILE = { status: 200, headers: {}, body: {} }

function pageOf(operation: Operation, stored: StoredAnswer, known = {}): ReferencePage {
  const files = {
    answers: new Map([[operation.operationId, stored]]),
    events: {},
    deliveries: { ping: NO_FILE, event: NO_FILE },
    languages: [],
  }
  return operationReference(operation, { files, known, site })
}

const partsOf = (page: ReferencePage, section: string) =>
  page.sections.find(({ id }) => id === section)?.parts
/** The texts of a section. */
const textsOf = (page: ReferencePage, section: string) =>
  partsOf(page, section)?.flatMap((part) => (part.kind === 'text' ? [lineOf(part.words)] : []))

const READ: StoredAnswer = {
  input: { slug: 'lumen' },
  status: 200,
  type: 'application/json; charset=utf-8',
  answer: { grams: 2 },
}

describe('the page of an operation', () => {
  test('has its name, its method and path, and what it is for', () => {
    const { sections: _, ...top } = pageOf(weighings, READ)
    expect(top).toEqual({
      path: '/developers/reference/listWeighings',
      title: 'listWeighings: list weighings',
      heading: 'List weighings',
      line: 'GET /api/weighings/{slug}',
      says: 'The newest weighing first.',
      above: [{ href: '/developers/reference', words: 'Reference' }],
    })
  })

  test('has its sections in one order, each with what it answers', () => {
    const { sections } = pageOf(weighings, READ)
    expect(sections.map(({ id, title, answers }) => [id, title, answers])).toEqual([
      ['request', 'Request', undefined],
      ['parameters', 'Parameters', undefined],
      ['try', 'Try it', 'It asks this deployment, as one request of your own.'],
      ['answer', 'Answer', 'What a sandbox answered to this request. Its ids and times are its own.'],
      [
        'fields',
        'Fields of the answer',
        'A field that is absent or null is not known or does not apply. It is never zero, false or an empty list.',
      ],
      [
        'refusals',
        'Refusals',
        'Every code that it can answer. Treat a code that is not listed by its status.',
      ],
      ['cost', 'Cost and limits', undefined],
    ])
    expect(sections.map(({ parts }) => parts.length > 0)).not.toContain(false)
  })
})

describe('the sections of an operation', () => {
  test('have a form only for a read, with the values of this deployment', () => {
    expect(partsOf(pageOf(weighings, READ, { slug: 'gantry' }), 'try')).toMatchObject([
      { kind: 'form', form: { action: '/api/weighings/gantry' } },
    ])
  })

  test('have no form for an export, and no fields of an answer without a body', () => {
    const idsOf = (operation: Operation) =>
      pageOf(operation, { input: {}, status: operation.status }).sections.map(({ id }) => id)
    expect(idsOf(exportWeighings)).toEqual(['request', 'parameters', 'answer', 'fields', 'refusals', 'cost'])
    expect(idsOf(removeScale)).toEqual(['request', 'parameters', 'answer', 'refusals', 'cost'])
  })

  test('say that a call of an account needs a key', () => {
    expect(textsOf(pageOf(addScale, { input: {}, status: 201 }), 'request')).toEqual([
      'It needs a key, as `Authorization: Bearer <key>` or as `x-api-key: <key>`.',
    ])
    const kinds = partsOf(pageOf(weighings, READ), 'request')?.map(({ kind }) => kind)
    expect(kinds).toEqual(['code', 'code', 'code'])
  })

  test('have the fields of each line of an export', () => {
    const { sections } = pageOf(exportWeighings, { input: {}, status: 200 })
    expect(sections.find(({ id }) => id === 'fields')?.title).toBe('Fields of each line')
    expect(partsOf(pageOf(exportWeighings, { input: {}, status: 200 }), 'fields')).toMatchObject([
      { caption: 'Fields of each line', rows: [[[{ code: 'grams' }, {}], ['Mass in grams.']]] },
    ])
  })

  test('are an error that names the operation, and says how to store an answer, if there is none', () => {
    const files = {
      answers: new Map(),
      events: {},
      deliveries: { ping: NO_FILE, event: NO_FILE },
      languages: [],
    }
    expect(() => operationReference(weighings, { files, known: {}, site })).toThrow(
      'listWeighings has no stored answer: run npm run answers',
    )
  })
})

describe('the answer on the page of an operation', () => {
  test.each<[string, Operation, StoredAnswer, readonly string[]]>([
    [
      'other forms, by `format` or `Accept`',
      weighings,
      READ,
      [
        'It answered with status `200` and `application/json; charset=utf-8`.',
        'The same as `text/plain` and `text/markdown`, by `format` or `Accept`.',
      ],
    ],
    [
      'another form, by `Accept` alone',
      { ...sendWeight, textForms: ['text/plain'] },
      { ...READ, status: 200 },
      [
        'It answered with status `200` and `application/json; charset=utf-8`.',
        'The same as `text/plain`, by `Accept`.',
      ],
    ],
    [
      'a beginning',
      sendWeight,
      { ...READ, type: 'text/plain', characters: 4000 },
      ['It answered with status `200` and `text/plain`. Only its beginning is shown.'],
    ],
    ['no body', removeScale, { input: {}, status: 204 }, ['It answered with status `204` and no body.']],
    [
      'a stream',
      exportWeighings,
      { ...READ, type: 'text/csv' },
      [
        'It answered with status `200` and `text/csv`.',
        'It is streamed, as `application/x-ndjson` or `text/csv`. A body that ends before its last chunk was cut off.',
      ],
    ],
  ])('says that it has %s', (_, operation, stored, said) => {
    expect(textsOf(pageOf(operation, stored), 'answer')).toEqual(said)
  })

  test.each<[string, StoredAnswer, object | undefined]>([
    ['JSON', READ, { kind: 'code', label: 'Body', language: 'json', text: '{\n  "grams": 2\n}' }],
    [
      'text',
      { input: {}, status: 200, type: 'text/csv', text: 'grams\n2' },
      { kind: 'code', label: 'Body', language: 'text', text: 'grams\n2' },
    ],
    ['none', { input: {}, status: 204 }, undefined],
  ])('has its body: %s', (_, stored, body) => {
    const [, , ...bodies] = partsOf(pageOf(weighings, stored), 'answer') ?? []
    expect(bodies).toEqual(body === undefined ? [] : [body])
    const kinds = partsOf(pageOf(removeScale, stored), 'answer')?.map(({ kind }) => kind)
    expect(kinds).toEqual(body === undefined ? ['text'] : ['text', 'code'])
  })
})
