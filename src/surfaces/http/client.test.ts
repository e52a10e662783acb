import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf } from './client.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:49152', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:0201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:8080', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unnamed'],
  ['_hidden', 'unnamed'],
  ['192.0.2.1:port', 'unnamed'],
  ['192.0.2.256', 'unnamed'],
  ['', 'unnamed'],
  [undefined, 'unnamed'],
])('the client %s is counted as %s', (address, expected) => {
  expect(clientOf(address)).toBe(expected)
})

test('an IPv4 address is one client in all its forms', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect([clientOf(`::ffff:${address}`), clientOf(`${address}:1`)]).toEqual([address, address])
    }),
  )
})

test('returns a client for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (address) => {
      expect(clientOf(address)).toMatch(/^(?:unnamed|\d+\.\d+\.\d+\.\d+|[0-9a-f:]+::\/64)$/)
    }),
  )
})
