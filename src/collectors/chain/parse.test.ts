import { describe, expect, it } from 'vitest'
import { ChainFailure } from './failure.ts'
import {
  addressInWord,
  parseBlock,
  parseBytes,
  parseLogs,
  parseQuantity,
  parseSender,
  parseWord,
} from './parse.ts'

// JSON-RPC answers in the shape of the execution API, November 2026; hashes and addresses invented.
const hash = `0x${'AB'.repeat(32)}`
const address = `0x${'Cd'.repeat(20)}`
const block = { number: '0x10', hash, timestamp: '0x6553f100', transactions: [] }
const log = {
  address,
  topics: [hash],
  data: '0x',
  blockNumber: '0x10',
  blockHash: hash,
  transactionHash: hash,
  transactionIndex: '0x0',
  logIndex: '0x2',
  removed: false,
}

describe('parseBlock', () => {
  it('reads height, hash and time', () => {
    expect(parseBlock(block)).toEqual({
      number: 16,
      hash: hash.toLowerCase(),
      at: '2023-11-14T22:13:20.000Z',
    })
  })
  it('is null for an unknown block', () => {
    expect(parseBlock(null)).toBeNull()
  })
  it.each([
    ['a list', []],
    ['no hash (a pending block)', { ...block, hash: null }],
    ['a height that is not a quantity', { ...block, number: '16' }],
    ['a height above the safe integers', { ...block, number: '0xffffffffffffff' }],
    ['no time', { number: '0x10', hash }],
  ])('refuses %s', (_name, answer) => {
    expect(() => parseBlock(answer)).toThrow(ChainFailure)
  })
})

describe('parseBytes', () => {
  it('reads bytes of any length that a body may have', () => {
    const long = `0x${'AB'.repeat(8_000_000)}`
    expect(parseBytes(long) === long.toLowerCase()).toBe(true)
  })
  it.each([
    ['half a byte', '0x123'],
    ['other characters', '0xzz'],
    ['no prefix', 'ab'],
    ['a number', 1],
  ])('refuses %s', (_name, answer) => {
    expect(() => parseBytes(answer)).toThrow(ChainFailure)
  })
})

describe('parseLogs', () => {
  it('reads a log and lower-cases its fields', () => {
    expect(parseLogs([log])).toEqual([
      {
        address: address.toLowerCase(),
        topics: [hash.toLowerCase()],
        data: '0x',
        blockNumber: 16,
        blockHash: hash.toLowerCase(),
        txHash: hash.toLowerCase(),
        txIndex: 0,
        logIndex: 2,
      },
    ])
  })
  it('leaves out a removed log', () => {
    expect(parseLogs([{ ...log, removed: true }])).toEqual([])
  })
  it.each([
    ['null instead of a list', null],
    ['an object', {}],
    ['a pending log', [{ ...log, blockNumber: null }]],
    ['a short topic', [{ ...log, topics: ['0x12'] }]],
    ['odd data', [{ ...log, data: '0x1' }]],
  ])('refuses %s: an unread log is never no log', (_name, answer) => {
    expect(() => parseLogs(answer)).toThrow(ChainFailure)
  })
})

describe('parseSender', () => {
  it('reads the sender of a receipt', () => {
    expect(parseSender({ transactionHash: hash, from: address, status: '0x1' })).toBe(address.toLowerCase())
  })
  it('is null for an unknown transaction', () => {
    expect(parseSender(null)).toBeNull()
  })
  it.each([[[]], [{}], [{ from: null }], [{ from: '0x1' }]])('refuses %j', (receipt) => {
    expect(() => parseSender(receipt)).toThrow(ChainFailure)
  })
})

describe('words and quantities', () => {
  it.each([
    ['0x', `0x${'0'.repeat(64)}`],
    ['0x0', `0x${'0'.repeat(64)}`],
    ['0xAb', `0x${'0'.repeat(62)}ab`],
  ])('pads %s', (answer, word) => {
    expect(parseWord(answer)).toBe(word)
  })
  it.each([[`0x${'0'.repeat(24)}${'cd'.repeat(20)}`, `0x${'cd'.repeat(20)}`]])(
    'finds the address',
    (word, found) => {
      expect(addressInWord(word)).toBe(found)
    },
  )
  it.each([`0x${'0'.repeat(64)}`, `0x${'1'.repeat(64)}`, '0x', ''])('finds no address in %s', (word) => {
    expect(addressInWord(word)).toBeNull()
  })
  it.each([null, undefined, 5, '5', '0x', '0xzz', []])('refuses %s as a quantity', (answer) => {
    expect(() => parseQuantity(answer)).toThrow(ChainFailure)
  })
})
