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

test.each([[undefined], [null], ['[]'], [{}], [[null]], [['function']], [[[]]], [[{}]]])(
  '%j is no ABI',
  (abi) => {
    expect(summariseAbi(abi)).toBeUndefined()
  },
)

test.each<[string, object]>([
  ['without a name', { type: 'function', inputs: [] }],
  ['with an empty name', { type: 'function', name: '', inputs: [] }],
  ['without inputs', { type: 'function', name: 'f' }],
  ['without a type of an input', { type: 'function', name: 'f', inputs: [{ name: 'x' }] }],
  ['without the members of a tuple', { type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }],
  ['with outputs that are no list', { type: 'function', name: 'f', inputs: [], outputs: 'bool' }],
])('[R31] a function %s is counted and names no method, and the others are read', (_, odd) => {
  const whole = summariseAbi([transfer, moved])
  const summary = summariseAbi([transfer, odd, moved])
  expect(summary).toMatchObject({ functions: 2, events: 1, unread: 1, methods: whole?.methods })
  expect(summary?.digest).not.toBe(whole?.digest)
  const reordered = Object.fromEntries(Object.entries(odd).toReversed())
  expect(summariseAbi([moved, reordered, transfer])).toEqual(summary)
})

test('[R31] an event that cannot be read is counted as an event', () => {
  expect(summariseAbi([{ type: 'event', name: 'Moved' }])).toMatchObject({
    functions: 0,
    events: 1,
    unread: 1,
  })
})

test('a kind that is neither called nor logged is no part of the interface', () => {
  const whole = summariseAbi([transfer])
  expect(summariseAbi([transfer, { type: 'struct', name: 'Order', members: [] }])).toEqual(whole)
  expect(whole).toMatchObject({ unread: 0 })
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
