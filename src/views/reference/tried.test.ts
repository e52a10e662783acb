import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { optional, parsedBy, required } from '#contract/parameters/parameter.ts'
import { addScale, exportWeighings, sendWeight, weighings } from '#test/pages/reference-operations.ts'
import { isTried, tried } from './tried.ts'

const stored = { input: { slug: 'lumen', limit: '2' }, status: 200 }

test('a reader can try a read that anyone may make, but no export, message or call of an account', () => {
  const all = [weighings, exportWeighings, sendWeight, addScale, { ...addScale, method: 'GET' } as const]
  expect(all.map(isTried)).toEqual([true, false, false, false, false])
})

describe('the form of a read', () => {
  test('has the fields of the path, then those with a value, then the others', () => {
    expect(tried(weighings, { stored, known: {} })).toEqual({
      template: '/api/weighings/{slug}',
      action: '/api/weighings/lumen',
      address: '/api/weighings/lumen?limit=2',
      isShown: true,
      fields: [
        {
          name: 'slug',
          place: 'path',
          value: 'lumen',
          help: '1 to 80 of a-z, 0-9 and hyphen',
          isRequired: true,
        },
        {
          name: 'limit',
          place: 'query',
          value: '2',
          help: 'a whole number from 1 to 48, in decimal digits',
          isRequired: false,
        },
        ...[
          { name: 'q', help: '2 to 80 readable characters' },
          { name: 'scale', help: 'one of kitchen, lorry', choices: ['kitchen', 'lorry'] },
          { name: 'days', help: 'one or more of monday, sunday, comma-separated' },
          { name: 'format', help: 'one of text', choices: ['text'] },
        ].map((field) => ({ ...field, place: 'query', value: '', isRequired: false })),
      ],
    })
  })

  test('has a value of this deployment in place of that of the sandbox', () => {
    const { fields, address } = tried(weighings, { stored, known: { slug: 'gantry', q: 'never asked' } })
    expect(address).toBe('/api/weighings/gantry?limit=2')
    expect(fields.find(({ name }) => name === 'slug')?.value).toBe('gantry')
    expect(fields.find(({ name }) => name === 'q')?.value).toBe('')
  })

  test('chooses among the values of a list without words of its own, but writes those of a path', () => {
    const schema = Type.Unsafe<string>({ type: 'integer', enum: [4663] })
    const form = { schema, expected: 'the chain', parse: parsedBy((text: string) => text) }
    const input = { path: { chain: required(form) }, query: { other: required(form), more: optional(form) } }
    const { fields } = tried({ ...weighings, input }, { stored, known: {} })
    expect(fields.map(({ name, choices, isRequired }) => ({ name, choices, isRequired }))).toEqual([
      { name: 'chain', choices: undefined, isRequired: true },
      { name: 'other', choices: ['4663'], isRequired: true },
      { name: 'more', choices: ['4663'], isRequired: false },
    ])
  })

  test.each([
    ['application/schema+json', true],
    ['text/markdown', true],
    ['image/svg+xml', true],
    ['image/png', false],
  ] as const)('shows an answer of the type %s: %s', (media, isShown) => {
    expect(tried({ ...weighings, media }, { stored, known: {} }).isShown).toBe(isShown)
  })
})
