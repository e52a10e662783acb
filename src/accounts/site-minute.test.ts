import { expect, test } from 'vitest'
import { minuteOfProcess } from './minute.ts'
import { countingSites, siteOf } from './site-minute.ts'

const LIMIT = 5
const charged = async (charge: ReturnType<typeof countingSites>, client: string, times: number) => {
  let count = 0
  for (let time = 0; time < times; time += 1) if ((await charge(client, 1)).charged) count += 1
  return count
}
const clientOf = (number: number, site = '2a00:1:2:3') =>
  `${site}${number.toString(16).padStart(2, '0')}::/64`

test.each([
  ['2a00:1:2:34ff::/64', '2a00:1:2:3400::/56'],
  ['2a00:1:2:12::/64', '2a00:1:2:0::/56'],
  ['192.0.2.1', undefined],
  ['unnamed', undefined],
])('[R151] the site of %s is %s', (client, site) => {
  expect(siteOf(client)).toBe(site)
})

const COUNTERS = [
  ['counted in the process', () => countingSites(minuteOfProcess(LIMIT))],
  [
    'counted elsewhere',
    () => {
      const charge = minuteOfProcess(LIMIT)
      return countingSites(async (key, cost) => charge(key, cost))
    },
  ],
] as const
test.each(COUNTERS)(
  '[R151] after a refusal the other /64s of a /56 share one minute, %s',
  async (_, open) => {
    const charge = open()
    expect(await charged(charge, clientOf(0), LIMIT)).toBe(LIMIT)
    expect(await charged(charge, clientOf(1), LIMIT - 1)).toBe(LIMIT - 1)
    expect(await charged(charge, clientOf(0), 1)).toBe(0)
    const rest = await Promise.all(Array.from({ length: 100 }, (_, n) => charged(charge, clientOf(n + 2), 2)))
    expect(rest.reduce((sum, count) => sum + count, 0)).toBe(LIMIT)
    expect(await charged(charge, clientOf(0, '2a00:1:2:4'), LIMIT)).toBe(LIMIT)
    expect(await charged(charge, '192.0.2.1', LIMIT)).toBe(LIMIT)
  },
)

test('[R151] without a refusal every /64 has a minute of its own', async () => {
  const charge = countingSites(minuteOfProcess(LIMIT))
  for (let number = 0; number < 50; number += 1)
    expect(await charged(charge, clientOf(number), LIMIT)).toBe(LIMIT)
})
