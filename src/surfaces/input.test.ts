import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { isList } from '#contract/parameters/parameter.ts'
import { readInput } from './input.ts'

const TOKEN = '0x4C1D3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const token = `token=${TOKEN}`

type Name = keyof typeof OPERATIONS

function read(name: Name, query: string, header?: string): Record<string, unknown> {
  return readInput(OPERATIONS[name], {
    path: { slug: 'lumen' },
    query: new URLSearchParams(query),
    header: (asked) => (asked === 'x-svc-integration' ? header : undefined),
  })
}

function refusal(name: Name, query: string): unknown {
  try {
    return read(name, query)
  } catch (error) {
    return error instanceof Failure ? [error.code, error.extra.detail?.['parameter']] : error
  }
}

describe('[agents 41] limit takes decimal digits in its range, once', () => {
  test.each([
    ['0x10'],
    ['1e1'],
    ['%205%20'],
    ['%2B7'],
    ['+7'],
    ['-1'],
    ['5.0'],
    [''],
    ['0'],
    ['101'],
    ['99999999999999999999'],
    ['٣'],
    ['NaN'],
    ['null'],
    ['5&limit=5'],
  ])('%s is refused', (text) => {
    expect(refusal('changes', `limit=${text}`)).toEqual(['invalid_parameter', 'limit'])
  })
  test.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('%s is %i', (text, expected) => {
    expect(read('changes', `limit=${text}`)).toMatchObject({ limit: expected })
  })
  test('is 50 when omitted', () => {
    expect(read('changes', '')).toEqual({ limit: 50, ignoredParameters: [] })
  })
})

test.each<[Name, string, string, string]>([
  ['builder', '', 'invalid_token', 'token'],
  ['builder', 'token=', 'invalid_token', 'token'],
  ['builder', 'token=0x12', 'invalid_token', 'token'],
  ['builder', `token=%20${TOKEN}`, 'invalid_token', 'token'],
  ['builder', `token=${TOKEN}0`, 'invalid_token', 'token'],
  ['builder', `token=${TOKEN}%0a`, 'invalid_token', 'token'],
  ['builder', `${token}&${token}`, 'invalid_parameter', 'token'],
  ['builder', `${token}&chain=`, 'invalid_parameter', 'chain'],
  ['builder', `${token}&chain=robinhood`, 'invalid_parameter', 'chain'],
  ['builder', `${token}&chain=0x1237`, 'invalid_parameter', 'chain'],
  ['builder', `${token}&chain=1`, 'unsupported_chain', 'chain'],
  ['builder', `${token}&chain=4663&chain=4663`, 'invalid_parameter', 'chain'],
  ['scan', `${token}&chain=eth`, 'invalid_parameter', 'chain'],
  ['scan', 'token=HOOD', 'invalid_token', 'token'],
  ['changes', 'after=', 'invalid_cursor', 'after'],
  ['changes', 'after=c1.-1', 'invalid_cursor', 'after'],
  ['changes', 'after=c1.01', 'invalid_cursor', 'after'],
  ['changes', 'after=c2.5', 'invalid_cursor', 'after'],
  ['changes', 'after=b1.5', 'invalid_cursor', 'after'],
  ['changes', 'before=5', 'invalid_cursor', 'before'],
  ['changes', 'cursor=c1.99999999999999999', 'invalid_cursor', 'cursor'],
  ['changes', 'cursor=c1.1000000000000000', 'invalid_cursor', 'cursor'],
  ['changes', 'cursor=b1.0', 'invalid_cursor', 'cursor'],
  ['changes', 'after=c1.0&after=c1.0', 'invalid_parameter', 'after'],
  ['changes', 'after=c1.0&before=b1.9', 'invalid_parameter', 'before'],
  ['changes', 'cursor=c1.0&detectedSince=2026-11-01T00:00:00Z', 'invalid_parameter', 'detectedSince'],
  ['changes', 'detectedSince=2026-11-01', 'invalid_parameter', 'detectedSince'],
  ['changes', 'detectedSince=2026-02-30T00:00:00Z', 'invalid_parameter', 'detectedSince'],
  ['changes', 'since=yesterday', 'invalid_parameter', 'since'],
  ['changes', 'until=1700000000', 'invalid_parameter', 'until'],
  ['changes', 'project=Lumen', 'invalid_parameter', 'project'],
  ['changes', `project=${'a'.repeat(81)}`, 'invalid_parameter', 'project'],
  ['changes', `contract=${TOKEN}`, 'invalid_parameter', 'contract'],
  ['changes', `contract=1:${TOKEN}`, 'unsupported_chain', 'contract'],
  ['changes', `contract=04663:${TOKEN}`, 'invalid_parameter', 'contract'],
  ['changes', `contract=4663:0:${TOKEN}`, 'invalid_parameter', 'contract'],
  ['changes', 'domain=build,', 'invalid_parameter', 'domain'],
  ['changes', 'domain=BUILD', 'invalid_parameter', 'domain'],
  ['changes', `domain=${'build,'.repeat(1000)}build`, 'invalid_parameter', 'domain'],
  ['changes', 'type=build.relase', 'invalid_parameter', 'type'],
])('%s?%s is refused with %s [contract limit slug]', (name, query, code, parameter) => {
  expect(refusal(name, query)).toEqual([code, parameter])
})

const SPANS = Object.values<Operation>(OPERATIONS).flatMap(({ name, input: { query } }) =>
  [
    ['from', 'to'],
    ['since', 'until'],
  ].flatMap(([start = '', end = '']) => (start in query && end in query ? [{ name, start, end }] : [])),
)
test.each(SPANS)('$name refuses a span whose $start is after its $end', ({ name, start, end }) => {
  const reversed = `${end}=2026-11-01&${start}=2026-11-02`
  expect(refusal(name as Name, reversed)).toEqual(['invalid_parameter', start])
  const oneDay = `${end}=2026-11-01&${start}=2026-11-01`
  expect(() => read(name as Name, oneDay)).not.toThrow()
})

test('the operations with a span are known', () => {
  expect(SPANS.map(({ name }) => name).toSorted()).toEqual([
    'changes',
    'diff',
    'exportHistory',
    'history',
    'ships',
  ])
})

test.each<[Name, string, string]>([
  [
    'changes',
    `contract=1:${TOKEN}`,
    'Invalid `contract`: expected 4663:<address>. Only chain 4663 is indexed.',
  ],
  [
    'agent',
    `capability=ships&contract=${TOKEN.replace('0x', '0X')}`,
    'Invalid `contract`: expected an address (0x and 40 hexadecimal digits), or 4663:<address>.',
  ],
])('%s says what is wrong with %s', (name, query, message) => {
  expect(() => read(name, query)).toThrow(expect.objectContaining({ message }))
})

test.each<[Name, string, { min: number; max: number; omitted: number }]>([
  ['projects', 'limit', { min: 1, max: 48, omitted: 24 }],
  ['ships', 'limit', { min: 1, max: 48, omitted: 24 }],
  ['builders', 'limit', { min: 1, max: 200, omitted: 50 }],
  ['changes', 'limit', { min: 1, max: 100, omitted: 50 }],
  ['market', 'days', { min: 1, max: 400, omitted: 30 }],
])(
  '%s takes the numbers of %s in its range [contract limit projects|ships|builders|changes|market-days]',
  (name, parameter, { min, max, omitted }) => {
    for (const value of [min, max])
      expect(read(name, `${parameter}=${value}`)).toMatchObject({ [parameter]: value })
    for (const value of [min - 1, max + 1])
      expect(refusal(name, `${parameter}=${value}`)).toEqual(['invalid_parameter', parameter])
    expect(read(name, '')).toMatchObject({ [parameter]: omitted })
  },
)

test.each<[Name, number]>([
  ['projects', 120],
  ['suggest', 64],
  ['builders', 80],
])('%s takes a search of 2 to %i characters [contract limit projects|suggest|builders]', (name, max) => {
  for (const q of ['ab', 'a'.repeat(max)]) expect(read(name, `q=${q}`)).toMatchObject({ q })
  for (const q of ['a', 'a'.repeat(max + 1)])
    expect(refusal(name, `q=${q}`)).toEqual(['invalid_parameter', 'q'])
})

test.each<[Name, string, Record<string, unknown>]>([
  ['builder', token, { token: TOKEN.toLowerCase() }],
  ['builder', `${token}&chain=4663`, { token: TOKEN.toLowerCase(), chain: 4663 }],
  ['scan', `${token}&chain=1`, { token: TOKEN.toLowerCase(), chain: 1 }],
  ['changes', 'after=c1.0', { limit: 50, after: { mode: 'sync', position: 0 } }],
  [
    'changes',
    'cursor=c1.999999999999999',
    { limit: 50, cursor: { mode: 'sync', position: 999_999_999_999_999 } },
  ],
  ['changes', 'cursor=b1.7', { limit: 50, cursor: { mode: 'browse', position: 7 } }],
  ['changes', `contract=4663:${TOKEN}`, { limit: 50, contract: TOKEN.toLowerCase() }],
  ['changes', 'domain=build,lock,build', { limit: 50, domain: ['build', 'lock'] }],
])('%s?%s is read', (name, query, expected) => {
  expect(read(name, query)).toEqual({ ...expected, ignoredParameters: [] })
})

test.each([
  ['wallet', undefined, 'wallet'],
  ['wallet/1.2.0', undefined, 'wallet/1.2.0'],
  ['a'.repeat(65), undefined, 'a'.repeat(65)],
  ['a'.repeat(66), undefined, undefined],
  ['Wallet', undefined, undefined],
  ['a/b/c', undefined, undefined],
  ['', undefined, undefined],
  ['a&integration=b', undefined, undefined],
  ['<script>', 'by-header', 'by-header'],
  ['wallet', 'by-header', 'wallet'],
])('integration %s with header %s is %s [contract limit integration]', (given, header, expected) => {
  expect(read('builder', `${token}&integration=${given}`, header)['integration']).toBe(expected)
})

test('names each ignored parameter once, within limits of number and length', () => {
  const many = Array.from({ length: 200 }, (_, index) => `x${index}=1`).join('&')
  const { ignoredParameters } = read('changes', `utm_source=a&utm_source=b&${'y'.repeat(500)}=&${many}`)
  expect(ignoredParameters).toHaveLength(50)
  expect(ignoredParameters).toEqual(expect.arrayContaining(['utm_source', 'y'.repeat(100), 'x0']))
})

test('treats names of Object.prototype as ordinary names', () => {
  expect(read('changes', '__proto__=1&constructor=2')).toEqual({
    limit: 50,
    ignoredParameters: ['__proto__', 'constructor'],
  })
})

describe('[R141] a list parameter takes its values comma-separated, given several times, or both', () => {
  const LISTS: readonly (readonly [Name, string, readonly string[]])[] = [
    ['changes', 'type', ['build.release', 'build.ship', 'build.dormant']],
    ['changes', 'domain', ['build', 'market', 'lock']],
    ['projects', 'has', ['marketCap', 'liquidity', 'token']],
    ['compare', 'slugs', ['lumen', 'ember', 'harbour']],
    ['history', 'series', ['status', 'momentum', 'price']],
    ['exportHistory', 'series', ['status', 'momentum', 'price']],
    ['scan', 'tokens', [TOKEN, TOKEN, `0x${'1'.repeat(40)}`]],
    ['agent', 'projects', ['Lumen', 'Ember', 'Harbour']],
    ['agentCapability', 'projects', ['Lumen', 'Ember', 'Harbour']],
  ]
  const readOf = (name: Name, query: string) => {
    const path = { slug: 'lumen', capability: 'compare_builders', id: 'x' }
    const raw = { path, query: new URLSearchParams(query), header: () => undefined }
    return readInput<Operation>(OPERATIONS[name], raw)
  }

  test.each(LISTS)('%s %s', (name, parameter, [first = '', second = '', third = '']) => {
    const commas = readOf(name, `${parameter}=${first},${second},${third}`)
    expect(commas).toHaveProperty(parameter)
    expect(readOf(name, [first, second, third].map((one) => `${parameter}=${one}`).join('&'))).toEqual(commas)
    expect(readOf(name, `${parameter}=${first}&${parameter}=${second},${third}`)).toEqual(commas)
  })

  const parameters = Object.values<Operation>(OPERATIONS).flatMap(({ name, input }) =>
    Object.entries(input.query).map(([parameter, form]) => ({ name: name as Name, parameter, form })),
  )
  const NEEDED: Partial<Record<Name, string>> = {
    diff: 'from=2026-11-01&',
    compare: 'slugs=a,b&',
    builder: `${token}&`,
  }
  test('is shown for every list of every operation', () => {
    const lists = parameters.filter(({ form }) => isList(form))
    expect(lists.map(({ name, parameter }) => `${name} ${parameter}`).toSorted()).toEqual(
      LISTS.map(([name, parameter]) => `${name} ${parameter}`).toSorted(),
    )
  })

  test.each(parameters.filter(({ form }) => !isList(form) && form.presence !== 'lenient'))(
    'a single value that is given twice is refused: $name $parameter',
    ({ name, parameter }) => {
      const once = expect.objectContaining({ expected: expect.stringContaining('one value, given once') })
      const given = expect.objectContaining({ extra: expect.objectContaining({ detail: once }) })
      expect(() => readOf(name, `${NEEDED[name] ?? ''}${parameter}=1&${parameter}=1`)).toThrow(given)
    },
  )

  test('an empty value among several is refused', () => {
    expect(refusal('changes', 'type=build.release&type=')).toEqual(['invalid_parameter', 'type'])
  })
})
