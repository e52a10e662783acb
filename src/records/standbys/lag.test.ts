import { expect, test } from 'vitest'
import { openLagClock } from './lag.ts'

const REMEMBERED_MS = 60_000

/** A clock that saw the primary write 100 bytes once a second, up to `untilMs`. */
function writing(untilMs: number) {
  const clock = openLagClock(REMEMBERED_MS)
  for (let atMs = 0; atMs <= untilMs; atMs += 1000) clock.saw(BigInt(atMs / 10), atMs)
  return clock
}

const LAGS: readonly [name: string, replayed: bigint, nowMs: number, lagMs: number | undefined][] = [
  ['all of the log', 1000n, 10_000, 0],
  ['more than was seen', 1050n, 10_200, 200],
  ['all but the last second', 999n, 10_000, 1000],
  ['what was written at the beginning', 0n, 10_000, 10_000],
  ['less than was ever seen', -1n, 10_000, undefined],
]
test.each(LAGS)('a standby with %s is as far behind as that is old', (_, replayed, nowMs, lagMs) => {
  expect(writing(10_000).lagMsOf(replayed, nowMs)).toBe(lagMs)
})

test('before the primary was seen the lag is unknown', () => {
  expect(openLagClock(REMEMBERED_MS).lagMsOf(5n, 0)).toBeUndefined()
})

test('a primary that writes nothing leaves a standby at its side', () => {
  const clock = openLagClock(REMEMBERED_MS)
  for (let atMs = 0; atMs <= 3 * REMEMBERED_MS; atMs += 1000) clock.saw(7n, atMs)
  expect(clock.lagMsOf(7n, 3 * REMEMBERED_MS)).toBe(0)
})

test('while the primary cannot be seen, the lag of a standby that has everything grows', () => {
  expect(writing(10_000).lagMsOf(1000n, 45_000)).toBe(35_000)
})

test('a lag longer than the clock remembers is unknown', () => {
  const clock = writing(3 * REMEMBERED_MS)
  expect(clock.lagMsOf(BigInt((2 * REMEMBERED_MS) / 10), 3 * REMEMBERED_MS)).toBe(REMEMBERED_MS)
  expect(clock.lagMsOf(BigInt((2 * REMEMBERED_MS) / 10) - 1n, 3 * REMEMBERED_MS)).toBeUndefined()
})

test('a primary that was promoted with less of the log counts from what it has', () => {
  const clock = writing(10_000)
  clock.saw(500n, 11_000)
  expect(clock.lagMsOf(500n, 11_000)).toBe(0)
  expect(clock.lagMsOf(499n, 11_000)).toBe(7_000)
})
