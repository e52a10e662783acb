import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProviderLimits, parseLimits } from './provider-limits.ts'
import { POLICED, policyOf } from './providers.ts'

test.each([
  ['a limit a day', 'github=5000/day', [{ provider: 'github', requests: 5000, per: 'day' }]],
  ['a limit a second', 'blockscout=10/s', [{ provider: 'blockscout', requests: 10, per: 'second' }]],
  ['a limit a minute', 'chain=90/min', [{ provider: 'chain', requests: 1.5, per: 'second' }]],
  [
    'several',
    'site=1/s,site=7/day',
    [
      { provider: 'site', requests: 1, per: 'second' },
      { provider: 'site', requests: 7, per: 'day' },
    ],
  ],
])('[R53] reads %s', (_, text, limits) => {
  expect(parseLimits(text)).toEqual(limits)
})

test.each([
  ['no limit', ''],
  ['another provider', 'gitlab=1/day'],
  ['no provider that every object has', 'constructor=1/day'],
  ['no requests', 'github=0/day'],
  ['a fraction', 'github=0.5/s'],
  ['too many requests', 'github=1000000000/day'],
  ['another unit', 'github=5000/hour'],
  ['no unit', 'github=5000'],
  ['a space', 'github=5000/day, site=1/s'],
  ['a part that is empty', 'github=5000/day,'],
  ['the same twice', 'github=5000/day,github=6000/day'],
  ['the same in two units', 'chain=60/min,chain=1/s'],
])('[R53] refuses %s', (_, text) => {
  expect(parseLimits(text)).toBeUndefined()
})

test('[R53] what is not set is as the policy says', () => {
  const limits = openProviderLimits({
    set: [{ provider: 'github', requests: 5000, per: 'day' }],
    perSecondOf: () => null,
  })
  expect(limits.dailyLimitOf('github')).toBe(5000)
  expect(limits.dailyLimitOf('blockscout')).toBe(policyOf('blockscout').dailyLimit)
})

test('[R53] a pace that is set replaces the default one, and all readings of a process share it', async () => {
  const limits = openProviderLimits({
    set: [{ provider: 'github', requests: 1 / 3600, per: 'second' }],
    perSecondOf: (provider) => (provider === 'site' ? 1 / 3600 : null),
  })
  const ended = AbortSignal.abort()
  for (const provider of ['github', 'site']) {
    await limits.rateLimitOf(provider)(ended)
    await expect(limits.rateLimitOf(provider)(ended)).rejects.toThrow('aborted')
  }
  await limits.rateLimitOf('sourcify')(ended)
  await limits.rateLimitOf('sourcify')(ended)
})

test('the page of providers has the default requests a day of each provider', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/providers.md'), 'utf8')
  const stated = [...page.matchAll(/^\| `(\w+)` +\| ([\d,]+) +\|/gm)].map(([, name, limit]) => [name, limit])
  expect(stated).toEqual(POLICED.map((name) => [name, policyOf(name).dailyLimit.toLocaleString('en-US')]))
})
