import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { parseTransactionsPart } from './transactions.ts'

// Blockscout v2, 2026-11: the shape of /addresses/{address}/transactions, with invented values.
const contract = '0x00000000000000000000000000000000000000a1' as ContractAddress
const hash = `0x${'ab'.repeat(32)}`
const at = toInstant('2026-11-19T10:00:00Z')
const item = {
  hash,
  block_number: 120,
  position: 3,
  timestamp: '2026-11-19T10:00:00.000000Z',
  status: 'ok',
  result: 'success',
  from: { hash: '0x00000000000000000000000000000000000000F1' },
  to: { hash: '0x00000000000000000000000000000000000000A1' },
  method: 'publish',
  raw_input: '0xABCDEF010000000000000000000000000000000000000000000000000000000000000020',
  decoded_input: null,
}
const call = { block: 120, txIndex: 3, tx: hash, at, selector: '0xabcdef01' }
const part = (items: readonly unknown[], next: unknown = null) => ({ items, next_page_params: next })
const oldest = { block: 120, at }
const before = { block: 400, at: toInstant('2026-11-20T10:00:00Z') }

test.each<[string, unknown, unknown]>([
  ['a call', part([item]), { calls: [call], oldest, unread: [], next: null }],
  ['no calls', part([]), { calls: [], oldest: null, unread: [], next: null }],
  [
    'the older name of the block field',
    part([{ ...item, block_number: undefined, block: 120 }]),
    { calls: [call], oldest, unread: [], next: null },
  ],
  [
    'a failed call, which is listed but not a call',
    part([{ ...item, status: 'error', result: 'execution reverted' }]),
    { calls: [], oldest, unread: [], next: null },
  ],
  ['a plain transfer', part([{ ...item, raw_input: '0x' }]), { calls: [], oldest, unread: [], next: null }],
  [
    'too few bytes for a function',
    part([{ ...item, raw_input: '0xabcdef' }]),
    { calls: [], oldest, unread: [], next: null },
  ],
  ['the creation', part([{ ...item, to: null }]), { calls: [], oldest, unread: [], next: null }],
  [
    'another receiver',
    part([{ ...item, to: { hash: '0x00000000000000000000000000000000000000b2' } }]),
    { calls: [], oldest, unread: [], next: null },
  ],
  [
    'a pending transaction',
    part([{ ...item, block_number: null, timestamp: null, status: null }, item]),
    { calls: [call], oldest, unread: [], next: null },
  ],
  [
    'a replaced transaction, which is in no block',
    part([{ ...item, block_number: null, status: 'error', result: 'dropped/replaced' }, item]),
    { calls: [call], oldest, unread: [], next: null },
  ],
  [
    'a further part',
    part([item], { block_number: 120, index: 3, items_count: 50, fee: null }),
    { calls: [call], oldest, unread: [], next: 'block_number=120&index=3&items_count=50' },
  ],
  [
    'a further part, without the filter that the caller adds itself',
    part([item], { filter: 'to', block_number: 120, items_count: 50 }),
    { calls: [call], oldest, unread: [], next: 'block_number=120&items_count=50' },
  ],
  ['an empty part before the last', part([], { block_number: 1, index: 0, items_count: 50 }), undefined],
  ['a next part that is a list', part([item], { block_number: [1] }), undefined],
  ['a next part without parameters', part([item], {}), undefined],
  ['no field for the next part', { items: [item] }, undefined],
  ['no items', { next_page_params: null }, undefined],
  ['an error with status 200', { status: '0', message: 'x', result: null }, undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_, body, expected) => {
  expect(parseTransactionsPart(body, { contract, before })).toEqual(expected)
})

test.each<[string, object]>([
  ['an unknown outcome', { status: null }],
  ['an unexpected outcome', { status: 'maybe' }],
  ['no place in the block', { position: undefined }],
  ['a place that is not a number', { position: '3' }],
  ['no input', { raw_input: null }],
  ['input that is not hexadecimal', { raw_input: '0xabcdef0' }],
  ['no hash', { hash: null }],
  ['no receiver', { to: undefined }],
  ['a receiver without an address', { to: {} }],
])('[R31] a transaction with %s is unread at its block, and the others are read', (_, odd) => {
  const items = [{ ...item, block_number: 119, ...odd }, item]
  const read = { calls: [call], oldest: { block: 119, at }, unread: [{ block: 119, at }], next: null }
  expect(parseTransactionsPart(part(items), { contract, before })).toEqual(read)
})

test.each<[string, unknown]>([
  ['no time', { ...item, block_number: 90, timestamp: null }],
  ['another form of time', { ...item, block_number: 90, timestamp: 1_763_546_400 }],
  ['no block', { ...item, block_number: undefined }],
  ['another form of block', { ...item, block_number: '90' }],
  ['an outcome and no block', { ...item, block_number: null }],
  ['the form null', null],
])('[R31] a transaction with %s is unread, no later than the one listed before it', (_, odd) => {
  const parse = (...items: readonly unknown[]) => parseTransactionsPart(part(items), { contract, before })
  expect(parse(odd)).toEqual({ calls: [], oldest: null, unread: [before], next: null })
  expect(parse(item, odd)).toEqual({ calls: [call], oldest, unread: [oldest], next: null })
  const later = { ...item, block_number: 500, timestamp: '2026-11-21T10:00:00Z' }
  expect(parse(later, odd)?.unread).toEqual([before])
})
