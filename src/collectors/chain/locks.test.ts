import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { parseLock, parseLockIds } from './locks.ts'
import type { Hex } from './parse.ts'

const hex = (value: bigint) => value.toString(16).padStart(64, '0')
const words = (...values: readonly bigint[]): Hex => `0x${values.map(hex).join('')}`
const locker = `0x${'11'.repeat(20)}` as ContractAddress
const [owner, token] = [BigInt(`0x${'22'.repeat(20)}`), BigInt(`0x${'33'.repeat(20)}`)]
const at = { locker, id: words(5n) }

describe('parseLockIds', () => {
  const cases: readonly [string, Hex | null, number | undefined][] = [
    ['two', words(32n, 2n, 0n, 7n), 2],
    ['an empty list: no locks', words(32n, 0n), 0],
    ['a revert: unknown', null, undefined],
    ['no answer: unknown', '0x', undefined],
    ['a list cut short', words(32n, 3n, 1n), undefined],
    ['an unexpected layout', words(64n, 1n, 1n), undefined],
  ]
  it.each(cases)('%s', (_name, answer, count) => {
    expect(parseLockIds(answer)?.length).toBe(count)
  })
})

describe('parseLock', () => {
  it('reads a lock', () => {
    expect(parseLock(words(owner, token, 10n ** 30n, 1_800_000_000n, 0n), at)).toEqual({
      locker,
      lockId: '5',
      token: `0x${'33'.repeat(20)}`,
      owner: `0x${'22'.repeat(20)}`,
      amount: `1${'0'.repeat(30)}`,
      unlockAt: '2027-01-15T08:00:00.000Z',
      withdrawn: false,
    })
  })
  it.each([
    [253_402_300_799n, '9999-12-31T23:59:59.000Z'],
    [253_402_300_800n, '9999-12-31T23:59:59.000Z'],
    [2n ** 256n - 1n, '9999-12-31T23:59:59.000Z'],
    [0n, '1970-01-01T00:00:00.000Z'],
  ])('reads an unlock time of %s', (seconds, unlockAt) => {
    expect(parseLock(words(owner, token, 1n, seconds, 1n), at)).toMatchObject({ unlockAt, withdrawn: true })
  })
  it.each([
    ['a revert', null],
    ['no answer', '0x'],
    ['too few words', words(owner, token, 1n, 1n)],
    ['no owner', words(0n, token, 1n, 1n, 0n)],
    ['an owner that is not an address', words(2n ** 255n, token, 1n, 1n, 0n)],
  ] as const)('reads no lock from %s', (_name, answer) => {
    expect(parseLock(answer, at)).toBeUndefined()
  })
})
