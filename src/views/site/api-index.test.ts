import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import { apiIndex, openAddress } from './api-index.ts'

type Read = Parameters<typeof openAddress>[0]
const queryOf = (query: Readonly<Record<string, 'required' | 'optional'>>) =>
  ({
    input: {
      query: Object.fromEntries(Object.entries(query).map(([name, presence]) => [name, { presence }])),
    },
  }) as unknown as Read

test.each<[string, Partial<Read>, string]>([
  ['no parameter', queryOf({}), '/api/a'],
  ['optional parameters alone', queryOf({ limit: 'optional' }), '/api/a'],
  [
    'those that must be given',
    queryOf({ a: 'required', b: 'optional', c: 'required' }),
    '/api/a?a={a}&c={c}',
  ],
  [
    'the alternative to one with a key',
    { needsKey: ['q'], exclusive: ['q', 'tokens'] },
    '/api/a?tokens={tokens}',
  ],
  ['none where no parameter needs a key', { exclusive: ['q', 'tokens'] }, '/api/a'],
  ['none where a key has no alternative', { needsKey: ['q'] }, '/api/a'],
])('an address names %s', (_, given, expected) => {
  expect(openAddress({ ...queryOf({}), path: '/api/a', ...given } as Read)).toBe(expected)
})

test('the index names every read by its summary, at its address', () => {
  const { reads } = apiIndex([OPERATIONS.compare], { baseUrl: 'https://svc.example' })
  const { summary, description } = OPERATIONS.compare
  expect(reads).toEqual([
    { name: summary, description, url: `https://svc.example${openAddress(OPERATIONS.compare)}` },
  ])
})
