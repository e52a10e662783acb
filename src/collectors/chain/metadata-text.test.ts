import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseAmount, parseDecimals, parseTokenText } from './metadata-text.ts'
import type { Hex } from './parse.ts'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: string): Hex => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}`
const hexWord = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

describe('parseTokenText', () => {
  const cases: readonly [string, Hex | null, string | null][] = [
    ['a string', text('Lumen'), 'Lumen'],
    ['a string of multi-byte characters', text('光 ✨'), '光 ✨'],
    ['bytes32', word('MKR'), 'MKR'],
    ['a full bytes32', word('x'.repeat(32)), 'x'.repeat(32)],
    ['a revert', null, null],
    ['no answer', '0x', null],
    ['an empty string', text(''), null],
    ['a blank string', text('  \n'), null],
    ['an empty bytes32', word(''), null],
    ['NUL inside', text('A\u0000B'), 'AB'],
    ['only NUL', text('\u0000'), null],
    ['other control characters, which views strip', text('A\u202eB\u0007'), 'A\u202eB\u0007'],
    ['bytes that are not text', `0x${'ff'.repeat(32)}`, null],
    [
      'a string that is not text',
      `${text('abcd').slice(0, 130)}${'ff'.repeat(4)}${'0'.repeat(56)}` as Hex,
      null,
    ],
    ['a length past its end', `0x${hexWord(32n).slice(2)}${hexWord(99n).slice(2)}${'61'.repeat(32)}`, null],
    ['an absurd length', `0x${hexWord(32n).slice(2)}${'f'.repeat(64)}`, null],
    ['an offset past its end', `0x${hexWord(9999n).slice(2)}${hexWord(1n).slice(2)}`, null],
    ['10 KB, bounded', text('y'.repeat(10_000)), 'y'.repeat(200)],
    ['10 KB of wide characters, cut between them', text('光'.repeat(4000)), '光'.repeat(200)],
  ]
  it.each(cases)('%s', (_name, answer, expected) => {
    expect(parseTokenText(answer)).toBe(expected)
  })
})

describe('parseDecimals and parseAmount', () => {
  const cases: readonly [string, Hex | null, number | null, string | null][] = [
    ['zero is a number', hexWord(0n), 0, '0'],
    ['eighteen', hexWord(18n), 18, '18'],
    ['255', hexWord(255n), 255, '255'],
    ['256 is not a valid number of decimals', hexWord(256n), null, '256'],
    ['the largest', hexWord(2n ** 256n - 1n), null, (2n ** 256n - 1n).toString()],
    ['a revert', null, null, null],
    ['no answer', '0x', null, null],
    ['half a word', '0x12', null, null],
  ]
  it.each(cases)('%s', (_name, answer, decimals, amount) => {
    expect(parseDecimals(answer)).toBe(decimals)
    expect(parseAmount(answer)).toBe(amount)
  })
})
