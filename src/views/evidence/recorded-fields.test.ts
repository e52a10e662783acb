import { describe, expect, test } from 'vitest'
import { recordedFields } from './recorded-fields.ts'

const ADDRESS = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0'
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const AT = '2026-11-19T10:00:00.000Z'
const shownOf = (key: string, value: unknown) => recordedFields({ [key]: value })[0]?.value
const nameOf = (key: string) => recordedFields({ [key]: 1 })[0]?.name
const word = (words: string) => ({ kind: 'word', words })
const UNKNOWN = { kind: 'unknown', reason: 'NOT_RECORDED' }
const said = (words: string) => ({ kind: 'said', words })

test.each([
  ['firstBlock', 'First block'],
  ['chain_of_trust', 'Chain of trust'],
  ['usd', 'US dollars'],
  ['url', 'Address'],
  ['countsAs', 'Counts as'],
  ['notCountedReason', 'Why it does not count'],
  ['volume24hUsd', 'Volume in 24 hours in US dollars'],
  ['stars3', 'Stars3'],
  ['a-b', 'a-b'],
  ['2026-11-23', '23 Nov 2026'],
  ['é', 'é'],
  ['constructor', 'Constructor'],
  ['toString', 'To string'],
])('the field %s is named “%s”', (key, name) => {
  expect(nameOf(key)).toBe(name)
})

test('a window of whole days is written as its first and its last day', () => {
  const windowFrom = '2026-10-28T00:00:00.000Z'
  expect(recordedFields({ windowFrom, windowTo: '2026-11-27T00:00:00.000Z' })).toEqual([
    { name: 'First day of the window', value: { kind: 'day', day: '2026-10-28' } },
    { name: 'Last day of the window', value: { kind: 'day', day: '2026-11-26' } },
  ])
  expect(recordedFields({ windowFrom, windowTo: AT })).toEqual([
    { name: 'Window from', value: { kind: 'instant', at: windowFrom } },
    { name: 'Window to', value: { kind: 'instant', at: AT } },
  ])
})

test.each([
  [{ by: 'signature', signature: {}, signatureCheck: null }, 'Signature check'],
  [{ by: 'operator', signature: {}, signatureCheck: null }, 'Signature check'],
  [{ by: 'repository', claimKind: 'token_deploy_record', deployRecordCheck: null }, 'Deploy record check'],
])('a check of %j that is still to come is not said to be none', (recorded, name) => {
  const field = recordedFields(recorded).find((one) => one.name === name)
  expect(field?.value).toEqual({ kind: 'absent', words: 'not checked yet' })
})

test('fields that are shown elsewhere are left out', () => {
  const names = recordedFields({ title: 'v2', size: 1, version: 'v2' }, ['title', 'version']).map(
    ({ name }) => name,
  )
  expect(names).toEqual(['Size'])
  expect(recordedFields({})).toEqual([])
})

test.each([
  ['supersededAt', 'not replaced'],
  ['endedAt', 'has not ended'],
  ['notCountedReason', 'it counts'],
  ['names', 'names no contract'],
  ['previous', 'none before it'],
  ['replaces', 'none before it is recorded'],
  ['signature', 'not by a signature'],
  ['signatureCheck', 'not by a signature'],
  ['deployRecordCheck', 'not by a deploy record'],
  ['beacon', 'not behind a beacon'],
  ['record', 'not by a deploy record'],
  ['doubt', 'none'],
])('a null %s says “%s”', (key, words) => {
  expect(shownOf(key, null)).toEqual({ kind: 'absent', words })
})

test.each([null, undefined])('any other field that is %s is unknown', (value) => {
  for (const key of ['size', 'title', 'amount', 'block', 'constructor'])
    expect(shownOf(key, value)).toEqual(UNKNOWN)
})

test.each([
  ['fresh', true, word('yes')],
  ['fresh', false, word('no')],
  ['size', 0, { kind: 'number', words: '0' }],
  ['size', 1234567.25, { kind: 'number', words: '1,234,567.25' }],
  ['firstBlock', 1234567, { kind: 'number', words: '1234567' }],
  ['chainId', 4663, { kind: 'number', words: '4663' }],
  ['logIndex', 1200, { kind: 'number', words: '1200' }],
  [
    'amount',
    '123456789012345678901',
    { kind: 'number', words: '123,456,789,012,345,678,901 smallest units of the token' },
  ],
  ['lockId', '1234', { kind: 'number', words: '1234' }],
  ['readAt', AT, { kind: 'instant', at: AT }],
  ['statedOn', '2026-11-19', { kind: 'day', day: '2026-11-19' }],
  ['ship', SHIP, { kind: 'evidence', id: SHIP }],
  ['holder', ADDRESS, { kind: 'address', address: ADDRESS }],
  ['page', 'https://lumen.example', { kind: 'link', href: 'https://lumen.example' }],
  ['page', 'HTTP://lumen.example', { kind: 'link', href: 'HTTP://lumen.example' }],
  ['page', 'see https://lumen.example', said('see https://lumen.example')],
  ['rule', 'activity.status@6', { kind: 'code', text: 'activity.status@6' }],
  ['selector', '0xa9059cbb', { kind: 'code', text: '0xa9059cbb' }],
  ['commit', 'DEADBEEF', { kind: 'code', text: 'DEADBEEF' }],
  ['commit', 'deadbee', said('deadbee')],
  ['commit', 'deadbeefx', said('deadbeefx')],
  ['commit', 'xdeadbeef', said('xdeadbeef')],
  ['status', 'NOT_RESEARCHED', word('not researched')],
  ['coverage', 'NO_SOURCE', word('no source has it')],
  ['coverage', 'MEASURED', word('measured')],
  ['reason', 'NOT_ENOUGH_YET', word('not watched for long enough yet')],
  ['reason', 'Not one of our lists', word('Not one of our lists')],
  ['fact', 'market_integrity.state', word('Market integrity')],
  ['precision', 'WINDOW', word('a span of time')],
  ['precision', 'SOMETHING_NEW', word('something new')],
  ['kind', 'marketCap', word('Market cap')],
  ['kind', 'github_repository', word('GitHub repository')],
  ['provider', 'dexscreener', word('DEX Screener')],
  ['author', 'NOT_RESEARCHED', said('NOT_RESEARCHED')],
])('the field %s with %j is what it is', (key, value, expected) => {
  expect(shownOf(key, value)).toEqual(expected)
})

test.each([
  'title',
  'version',
  'statement',
  'establishedStatement',
  'text',
  'method',
  'locator',
  'symbol',
  'origin',
  'tag',
  'message',
])('the field %s has words of a source, whatever they read like', (key) => {
  for (const text of [AT, '2026-11-19', SHIP, ADDRESS, 'https://lumen.example', 'deadbeef'])
    expect(shownOf(key, text)).toEqual(said(text))
})

test.each([
  'precision',
  'backing',
  'dimension',
  'countsAs',
  'notCountedReason',
  'signalKind',
  'group',
  'match',
  'basis',
  'claimKind',
  'by',
  'as',
  'coverage',
  'value',
  'status',
  'reason',
  'reasons',
  'input',
  'stream',
  'lastOutcome',
  'outcome',
  'kind',
  'role',
  'scope',
  'substance',
  'narrative',
  'buildsOn',
  'shipKind',
  'checks',
])('the field %s has a word of the service', (key) => {
  expect(shownOf(key, 'not_yet')).toEqual(word('not yet'))
})

describe('a list', () => {
  test('has its first eight items and the number of the others', () => {
    const items = Array.from({ length: 10 }, (_, at) => ({ kind: 'number', words: `${at}` }))
    expect(shownOf('sizes', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual({
      kind: 'list',
      items: items.slice(0, 8),
      more: 2,
    })
    expect(shownOf('sizes', [])).toEqual({ kind: 'list', items: [], more: 0 })
    expect(shownOf('sizes', [0])).toEqual({ kind: 'list', items: [items[0]], more: 0 })
  })

  test('of words has those of its field', () => {
    expect(shownOf('reasons', ['a_b'])).toEqual({ kind: 'list', items: [word('a b')], more: 0 })
  })

  test('of records is a table of all their fields', () => {
    const rows = [
      { stream: 'a_b', size: 1 },
      { stream: 'c', okAt: AT },
    ]
    expect(shownOf('streams', rows)).toEqual({
      kind: 'table',
      columns: ['Stream', 'Size', 'Ok at'],
      more: 0,
      rows: [
        [word('a b'), { kind: 'number', words: '1' }, UNKNOWN],
        [word('c'), UNKNOWN, { kind: 'instant', at: AT }],
      ],
    })
    const wide = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`c${at}`, at]))
    const table = shownOf(
      'streams',
      Array.from({ length: 9 }, () => wide),
    )
    expect(table).toMatchObject({ columns: Array.from({ length: 12 }, (_, at) => `C${at}`), more: 1 })
  })

  test.each([
    ['one record', [{ size: 1 }]],
    ['a record and a word', [{ size: 1 }, 'x']],
    ['a record and nothing', [{ size: 1 }, null]],
    ['a record and a list', [{ size: 1 }, []]],
  ])('with %s is no table', (_, value) => {
    expect(shownOf('streams', value)).toMatchObject({
      kind: 'list',
      items: [{ kind: 'fields', fields: [{ name: 'Size' }] }, ...value.slice(1).map(() => ({}))],
    })
  })
})

test('a table of records has when and where first, and ids last, whatever the order in which they are stored', () => {
  const stored = {
    pools: 1,
    priceUsd: 2,
    provider: 'dexscreener',
    sourceId: SHIP,
    trades24h: 3,
    valuation: { usd: 956593.004, kind: 'fdv' },
    observedAt: AT,
    liquidityUsd: 4,
  }
  const read = shownOf('newest', [stored, stored])
  expect(read).toMatchObject({
    columns: [
      'Provider',
      'Observed at',
      'Price in US dollars',
      'Valuation',
      'Liquidity in US dollars',
      'Trades in 24 hours',
      'Pools',
      'Source',
    ],
  })
  expect(read?.kind === 'table' && read.rows[0]?.[3]).toEqual({
    kind: 'fields',
    more: 0,
    fields: [{ name: 'Fully diluted value', value: { kind: 'number', words: '956,593.004 US dollars' } }],
  })
  const stream = { stream: 'tags', lastReadAt: AT, firstReadAt: AT }
  expect(shownOf('streams', [stream, stream])).toMatchObject({
    columns: ['Stream', 'First read', 'Read in full up to'],
  })
})

describe('a record inside a record', () => {
  test('has its first 24 fields and the number of the others', () => {
    const wide = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`c${at}`, at]))
    const value = shownOf('inputs', wide)
    expect(value).toMatchObject({ kind: 'fields', more: 2 })
    expect(value?.kind === 'fields' && value.fields.map(({ name }) => name).at(-1)).toBe('C23')
    expect(shownOf('inputs', {})).toEqual({ kind: 'fields', fields: [], more: 0 })
  })

  test('of checks has words of the service under every name', () => {
    expect(shownOf('checks', { own_key: 'not_yet' })).toMatchObject({ fields: [{ value: word('not yet') }] })
    expect(shownOf('other', { own_key: 'not_yet' })).toMatchObject({ fields: [{ value: said('not_yet') }] })
  })

  test('is cut below the fourth level, with the number of its fields', () => {
    const fieldOf = (name: string, value: object) => ({ kind: 'fields', more: 0, fields: [{ name, value }] })
    const cut = { kind: 'fields', fields: [], more: 2 }
    expect(shownOf('a', { b: { c: { d: { e: { f: 1, g: 2 } } } } })).toEqual(
      fieldOf('B', fieldOf('C', fieldOf('D', fieldOf('E', cut)))),
    )
  })
})

describe('a conclusion that is not measured', () => {
  const unread = { input: SHIP, reason: 'SOURCE_UNAVAILABLE' }
  const concluded = {
    coverage: 'SOURCE_UNAVAILABLE',
    value: null,
    inputs: { countedShips: null, previous: null, readable: false },
    unknownInputs: [unread],
  }
  const unavailable = { kind: 'unknown', reason: 'SOURCE_UNAVAILABLE' }

  test('says why its value and its inputs are unknown', () => {
    const [, value, inputs] = recordedFields(concluded)
    expect(value).toEqual({ name: 'Value', value: unavailable })
    expect(inputs?.value).toMatchObject({
      fields: [
        { name: 'Counted ships', value: unavailable },
        { name: 'Previous', value: { kind: 'absent' } },
        { name: 'Readable', value: word('no') },
      ],
    })
  })

  test.each([[[]], [undefined], [[{ input: 'silence', reason: 'NOT_APPLICABLE' }]]])(
    'has no reason for an input while %j is unread',
    (unknownInputs) => {
      const [, , inputs] = recordedFields({ ...concluded, unknownInputs })
      expect(inputs?.value).toMatchObject({ fields: [{ value: UNKNOWN }, {}, {}] })
    },
  )
})
