import { expect, test } from 'vitest'
import { namedAddresses } from './naming.ts'

const ours = '0x00000000000000000000000000000000000000A1'
const other = '0x00000000000000000000000000000000000000b2'
const label = { labelled: true, elsewhere: false }
const plain = { labelled: false, elsewhere: false }
const away = { labelled: false, elsewhere: true }

test.each<[string, readonly string[], object]>([
  ['a sentence', [`The LUM token is ${ours} on chain 4663.`], label],
  ['a ticker', [`$LUM ${ours}`], label],
  ['CA', [`CA: ${ours}`], label],
  ['text after it, none before', [`${ours} (LUM token)`], label],
  ['a heading on the line before', ['Token contract', ours], label],
  ['no label', [`LOOM is at ${ours}.`], plain],
  ['no other text', [ours], plain],
  ['a heading two lines before', ['Token', 'Read more', ours], plain],
  ['another purpose of the address', [`Token vesting: ${ours}`], plain],
  ['another token by name', [`Deposit token USDC: ${ours}`], plain],
  ['the label of the address before it', [`Token: ${other} Router: ${ours}`], plain],
  ['a token path in a link', [`Explorer https://scan.example/token/${ours}`], plain],
  ['another chain', [`Token on Ethereum: ${ours}`], away],
  ['Base', [`Base: ${ours}`], away],
  ['the word base', [`The base token: ${ours}`], label],
  ['another chain’s explorer', [`LUM token basescan.org ${ours}`], away],
  ['this chain, an Ethereum layer', [`Our token on Robinhood Chain (Ethereum L2): ${ours}`], label],
  ['named twice, once with a label', [`Home ${ours}`, `Token: ${ours}`], label],
  ['named on two chains, once on this', [`Token on Ethereum: ${ours}`, `see ${ours}`], plain],
])('%s', (_, lines, expected) => {
  const found = namedAddresses(lines).find(({ address }) => address === ours.toLowerCase())
  expect(found).toEqual({ address: ours.toLowerCase(), ...expected })
})

test.each([
  ['a transaction hash', `Token 0x${'a1'.repeat(32)}`],
  ['a shortened address', 'Token 0x0000…00a1'],
  ['a longer word', `Token x${ours}`],
  ['the zero address', `Token 0x${'0'.repeat(40)}`],
  ['the burn address', `Token 0x${'0'.repeat(36)}dEaD`],
  ['none', 'Token soon'],
])('%s is no address', (_, line) => {
  expect(namedAddresses([line])).toEqual([])
})

test('reads a limited number of addresses from a page', () => {
  const lines = Array.from({ length: 500 }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
  expect(namedAddresses(lines)).toHaveLength(100)
})
