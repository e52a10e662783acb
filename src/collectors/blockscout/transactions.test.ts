import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { parseTransactionsPage } from './transactions.ts'

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
const page = (items: readonly unknown[], next: unknown = null) => ({ items, next_page_params: next })
const oldest = { block: 120, at }

test.each<[string, unknown, unknown]>([
  ['a call', page([item]), { calls: [call], oldest, next: null }],
  ['no calls', page([]), { calls: [], oldest: null, next: null }],
  [
    'the older name of the block field',
    page([{ ...item, block_number: undefined, block: 120 }]),
    { calls: [call], oldest, next: null },
  ],
  [
    'a failed call, which is listed but not a call',
    page([{ ...item, status: 'error', result: 'execution reverted' }]),
    { calls: [], oldest, next: null },
  ],
  ['a plain transfer', page([{ ...item, raw_input: '0x' }]), { calls: [], oldest, next: null }],
  [
    'too few bytes for a function',
    page([{ ...item, raw_input: '0xabcdef' }]),
    { calls: [], oldest, next: null },
  ],
  ['the creation', page([{ ...item, to: null }]), { calls: [], oldest, next: null }],
  [
    'another receiver',
    page([{ ...item, to: { hash: '0x00000000000000000000000000000000000000b2' } }]),
    { calls: [], oldest, next: null },
  ],
  [
    'a pending transaction',
    page([{ ...item, block_number: null, timestamp: null, status: null }, item]),
    { calls: [call], oldest, next: null },
  ],
  [
    'a further page',
    page([item], { block_number: 120, index: 3, items_count: 50, fee: null }),
    { calls: [call], oldest, next: 'block_number=120&index=3&items_count=50' },
  ],
  [
    'a further page, without the filter that the caller adds itself',
    page([item], { filter: 'to', block_number: 120, items_count: 50 }),
    { calls: [call], oldest, next: 'block_number=120&items_count=50' },
  ],
  ['an unknown outcome', page([{ ...item, status: null }]), undefined],
  ['an unexpected outcome', page([{ ...item, status: 'maybe' }]), undefined],
  ['no time', page([{ ...item, timestamp: null }]), undefined],
  ['no place in the block', page([{ ...item, position: undefined }]), undefined],
  ['a place that is not a number', page([{ ...item, position: '3' }]), undefined],
  ['no input', page([{ ...item, raw_input: null }]), undefined],
  ['input that is not hexadecimal', page([{ ...item, raw_input: '0xabcdef0' }]), undefined],
  ['no hash', page([{ ...item, hash: null }]), undefined],
  ['an item that is null', page([null]), undefined],
  ['an empty page before the last', page([], { block_number: 1, index: 0, items_count: 50 }), undefined],
  ['a next page that is a list', page([item], { block_number: [1] }), undefined],
  ['a next page without parameters', page([item], {}), undefined],
  ['no field for the next page', { items: [item] }, undefined],
  ['no items', { next_page_params: null }, undefined],
  ['an error with status 200', { status: '0', message: 'x', result: null }, undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_, body, expected) => {
  expect(parseTransactionsPage(body, contract)).toEqual(expected)
})
