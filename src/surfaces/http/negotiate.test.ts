import { expect, test } from 'vitest'
import { clientOf } from './client.ts'
import { countRequests } from './limiter.ts'
import { preferredType } from './negotiate.ts'

const JSON_TYPE = 'application/json'
test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['text/markdown', 'text/markdown'],
  ['TEXT/PLAIN', 'text/plain'],
  ['text/*', 'text/plain'],
  ['application/json;q=0.1, text/markdown', 'text/markdown'],
  ['application/json;q=0.1, */*', 'text/plain'],
  ['text/plain;q=0.5, text/markdown;q=0.9, application/json;q=0.1', 'text/markdown'],
  ['text/plain;q=0, */*;q=0.1', JSON_TYPE],
  ['text/html, application/xhtml+xml, */*;q=0.8', JSON_TYPE],
  ['image/png', JSON_TYPE],
  ['text/plain;q=7', JSON_TYPE],
  [';;,/,q=1', JSON_TYPE],
  [`${'a/b,'.repeat(5000)}text/plain`, JSON_TYPE],
])('Accept %s is answered with %s', (accept, expected) => {
  expect(preferredType(accept, [JSON_TYPE, 'text/plain', 'text/markdown'])).toBe(expected)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['unknown', 'unnamed'],
  ['', 'unnamed'],
  [undefined, 'unnamed'],
])('the client %s is counted as %s', (address, expected) => {
  expect(clientOf(address)).toBe(expected)
})

test('past the clients that can be told apart, newcomers share budgets and the known keep theirs', async () => {
  const count = countRequests({ requests: 2, windowSeconds: 60, maxClients: 3 })
  for (const known of ['a', 'b', 'c']) await count(known)
  const newcomers = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => count(`new-${index}`)))
  expect(newcomers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(6)
  await expect(count('a')).resolves.toBeUndefined()
  await expect(count('a')).rejects.toMatchObject({ code: 'rate_limited' })
})
