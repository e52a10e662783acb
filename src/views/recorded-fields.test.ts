import { expect, test } from 'vitest'
import { recordedFields } from './recorded-fields.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const shownValue = (key: string, value: unknown) => recordedFields({ [key]: value })[0]?.value

test.each([
  ['the name of a field', { firstBlock: 1 }, 'First block'],
  ['a name of the service', { countsAs: 'release' }, 'Counts as'],
  ['a key that a source chose', { 'x-rate': 1 }, 'x-rate'],
])('%s is shown in words', (_, recorded, name) => {
  expect(recordedFields(recorded).map((field) => field.name)).toEqual([name])
})

test.each<[name: string, key: string, value: unknown, shown: object]>([
  ['an unknown value', 'priceUsd', null, { kind: 'unknown' }],
  ['an absence that says something', 'supersededAt', null, { kind: 'absent', words: 'not replaced' }],
  ['a truth value', 'counted', false, { kind: 'word', words: 'no' }],
  ['a known zero', 'trades24h', 0, { kind: 'number', words: '0' }],
  ['thousands', 'trades24h', 1234567, { kind: 'number', words: '1,234,567' }],
  ['a block, which is a name', 'firstBlock', 1234567, { kind: 'number', words: '1234567' }],
  [
    'a number longer than JSON has',
    'amount',
    '123456789012345678901',
    { kind: 'number', words: '123,456,789,012,345,678,901' },
  ],
  [
    'an instant',
    'observedAt',
    '2026-11-20T10:00:00.000Z',
    { kind: 'instant', at: '2026-11-20T10:00:00.000Z' },
  ],
  ['a day', 'weekStart', '2026-11-16', { kind: 'day', day: '2026-11-16' }],
  ['a title that reads like a day', 'title', '2026-11-16', { kind: 'said', words: '2026-11-16' }],
  ['an address', 'contract', ADDRESS, { kind: 'address', address: ADDRESS }],
  ['a link', 'url', 'https://x.example/', { kind: 'link', href: 'https://x.example/' }],
  ['a hash', 'blockHash', `0x${'0f'.repeat(32)}`, { kind: 'code', text: `0x${'0f'.repeat(32)}` }],
  ['a word of the service', 'countsAs', 'code_week', { kind: 'word', words: 'code week' }],
  ['a text of an unknown field', 'other', 'some words', { kind: 'said', words: 'some words' }],
  ['an empty list', 'reasons', [], { kind: 'list', items: [], more: 0 }],
])('%s has its kind', (_, key, value, shown) => {
  expect(shownValue(key, value)).toEqual(shown)
})

test('a long list shows the first eight and counts the rest', () => {
  const value = shownValue(
    'reasons',
    Array.from({ length: 11 }, (_, at) => `r${at}`),
  )
  expect(value).toMatchObject({ kind: 'list', more: 3 })
  expect(value).toHaveProperty('items.length', 8)
})

test('records of a list are the rows of a table; a field that one lacks is unknown', () => {
  expect(shownValue('methods', [{ calls: 1, name: 'a' }, { calls: 2 }])).toEqual({
    ...{ kind: 'table', columns: ['Calls', 'Name'], more: 0 },
    rows: [
      [
        { kind: 'number', words: '1' },
        { kind: 'said', words: 'a' },
      ],
      [{ kind: 'number', words: '2' }, { kind: 'unknown' }],
    ],
  })
})

test('fields that the first words repeat are left out, and deep records are counted', () => {
  expect(recordedFields({ title: 'v1', version: '1' }, ['title']).map(({ name }) => name)).toEqual([
    'Version',
  ])
  expect(shownValue('facts', { a: { b: { c: { d: 1, e: 2 } } } })).toMatchObject({
    fields: [
      { value: { fields: [{ value: { fields: [{ value: { kind: 'fields', fields: [], more: 2 } }] } }] } },
    ],
  })
})
