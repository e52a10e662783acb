import { expect, test } from 'vitest'
import { summariseAbi } from './abi.ts'

const transfer = {
  type: 'function',
  name: 'transfer',
  inputs: [
    { name: 'to', type: 'address', internalType: 'address' },
    { name: 'amount', type: 'uint256', internalType: 'uint256' },
  ],
  outputs: [{ name: '', type: 'bool', internalType: 'bool' }],
  stateMutability: 'nonpayable',
}
const moved = {
  type: 'event',
  name: 'Moved',
  anonymous: false,
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'order', type: 'tuple[]', indexed: false, components: [{ name: 'id', type: 'uint256' }] },
  ],
}
const construction = { type: 'constructor', inputs: [{ name: 'owner', type: 'address' }] }
const digest = (abi: unknown) => summariseAbi(abi)?.digest

test('counts distinct functions and events', () => {
  const error = { type: 'error', name: 'Refused', inputs: [] }
  expect(summariseAbi([construction, transfer, transfer, moved, error, { type: 'receive' }])).toMatchObject({
    functions: 1,
    events: 1,
  })
})

test('an empty ABI is a known interface without entries', () => {
  expect(summariseAbi([])).toMatchObject({ functions: 0, events: 0 })
})

test.each<[string, unknown[]]>([
  ['another order', [moved, transfer, construction]],
  ['an entry twice', [construction, transfer, moved, moved]],
  ['another constructor', [transfer, moved]],
  [
    'other parameter names and internal types',
    [{ ...transfer, inputs: [{ name: 'a', type: 'address' }, { type: 'uint256' }] }, moved],
  ],
  ['mutability in the old fields', [{ ...transfer, stateMutability: undefined, constant: false }, moved]],
])('%s is the same interface', (_, abi) => {
  expect(digest(abi)).toBe(digest([construction, transfer, moved]))
})

test.each([
  ['view', { constant: true, payable: false }],
  ['payable', { constant: false, payable: true }],
  ['nonpayable', { constant: false, payable: false }],
])('%s in the old words is the same mutability', (stateMutability, old) => {
  const { stateMutability: _, ...unstated } = transfer
  expect(digest([{ ...unstated, ...old }])).toBe(digest([{ ...transfer, stateMutability }]))
})

test.each<[string, unknown[]]>([
  ['a function less', [moved]],
  ['another type', [{ ...transfer, inputs: [{ type: 'address' }, { type: 'uint128' }] }, moved]],
  ['another mutability', [{ ...transfer, stateMutability: 'payable' }, moved]],
  ['another result', [{ ...transfer, outputs: [] }, moved]],
  [
    'an index less',
    [transfer, { ...moved, inputs: moved.inputs.map((input) => ({ ...input, indexed: false })) }],
  ],
  [
    'another member of a tuple',
    [
      transfer,
      { ...moved, inputs: [moved.inputs[0], { ...moved.inputs[1], components: [{ type: 'bytes32' }] }] },
    ],
  ],
])('%s is another interface', (_, abi) => {
  expect(digest(abi)).toBeDefined()
  expect(digest(abi)).not.toBe(digest([transfer, moved]))
})

test.each([
  [undefined],
  [null],
  ['[]'],
  [{}],
  [[null]],
  [[{ type: 'function' }]],
  [[{ type: 'function', name: 'f' }]],
  [[{ type: 'function', name: 'f', inputs: [{ name: 'x' }] }]],
  [[{ type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }]],
  [[{ type: 'surprise', name: 'f', inputs: [] }]],
  [[transfer, moved, null]],
  [[transfer, moved, { type: 'surprise', name: 'f', inputs: [] }]],
  [[{ type: 'event' }]],
  [[{ type: 'constructor' }, { type: 'event', name: 'Moved' }, { type: 'error' }]],
  [[{ type: 'error', name: 'Broke', inputs: [] }, { type: 'event' }]],
])('%j is no ABI', (abi) => {
  expect(summariseAbi(abi)).toBeUndefined()
})

test('[R106] returns each function once, with the selector of its name and types, and none whose name is no identifier', () => {
  const order = { type: 'tuple[]', components: [{ type: 'uint256' }, { type: 'address' }] }
  const open = { type: 'function', name: 'open', inputs: [order], outputs: [], stateMutability: 'view' }
  const old = { name: 'poke', inputs: [], outputs: [], constant: false }
  const long = { ...open, name: 'x'.repeat(600) }
  const hostile = ['\u202Eevil', 'ev\u3164il', 'e\u0000', 'two words'].map((name) => ({ ...old, name }))
  const ofType = { ...old, inputs: [{ type: 'uint\u202E' }] }
  const abi = [construction, transfer, transfer, moved, open, old, long, ...hostile, ofType]
  const found = summariseAbi(abi)?.methods
  expect(found?.toSorted((a, b) => (a.signature < b.signature ? -1 : 1))).toEqual([
    { selector: '0xad134484', signature: 'open((uint256,address)[])' },
    { selector: '0x18178358', signature: 'poke()' },
    { selector: '0xa9059cbb', signature: 'transfer(address,uint256)' },
  ])
})

test.each<[string, object]>([
  ['without a name', { type: 'event', inputs: [] }],
  ['without inputs', { type: 'event', name: 'Odd' }],
  ['without a type of an input', { type: 'event', name: 'Odd', inputs: [{ name: 'x' }] }],
  ['without the members of a tuple', { type: 'event', name: 'Odd', inputs: [{ type: 'tuple' }] }],
])('[R31] an event %s is counted, and everything else is read', (_, odd) => {
  const whole = summariseAbi([transfer, moved])
  const summary = summariseAbi([transfer, odd, moved])
  expect(summary).toMatchObject({ functions: 1, events: 2, unread: 1, methods: whole?.methods })
  expect(summary?.digest).not.toBe(whole?.digest)
  const reordered = Object.fromEntries(Object.entries(odd).toReversed())
  expect(summariseAbi([moved, reordered, transfer])).toEqual(summary)
})

test('[R31] an error that cannot be read leaves the counts of functions and events', () => {
  expect(summariseAbi([moved, { type: 'error', name: 'Odd' }])).toMatchObject({
    functions: 0,
    events: 1,
    unread: 1,
  })
  expect(summariseAbi([transfer, moved])).toMatchObject({ unread: 0 })
})

test.each<[string, object]>([
  ['without a name', { type: 'function', inputs: [] }],
  ['without inputs', { name: 'f' }],
  ['without a type of an input', { type: 'function', name: 'f', inputs: [{ name: 'x' }] }],
  ['without the members of a tuple', { type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }],
  ['with a name that is no identifier', { type: 'function', name: 'two words', inputs: [] }],
  ['with too long a signature', { type: 'function', name: 'x'.repeat(600), inputs: [] }],
])('[R31] a function %s is counted without a selector, and everything else is read', (_, odd) => {
  const whole = summariseAbi([transfer, moved])
  const summary = summariseAbi([transfer, odd, moved])
  expect(whole).toMatchObject({ unnamedFunctions: 0, unread: 0 })
  expect(summary).toMatchObject({ functions: 2, events: 1, unnamedFunctions: 1, unread: 1 })
  expect(summary?.methods).toEqual(whole?.methods)
  expect(summary?.digest).not.toBe(whole?.digest)
})

test.each<[string, unknown]>([
  ['that are no list', 'bool'],
  ['without a type', [{ name: 'ok' }]],
  ['of a tuple without members', [{ type: 'tuple', name: 'order' }]],
])('[R31] a function with outputs %s has its selector, so its calls are decoded', (_, outputs) => {
  const whole = summariseAbi([transfer, moved])
  const summary = summariseAbi([{ ...transfer, outputs }, moved])
  expect(summary).toMatchObject({ functions: 1, events: 1, unread: 1, methods: whole?.methods })
  expect(summary?.digest).not.toBe(whole?.digest)
})
