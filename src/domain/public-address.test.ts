import { expect, test } from 'vitest'
import { ADDRESS_RANGES } from '#test/servers/address-ranges.ts'
import { isPublicAddress, isPublicName } from './public-address.ts'

test.each(ADDRESS_RANGES)(
  '[webhooks 55] [webhooks 56] [R151] refuses %s and no neighbour',
  (_, inside, outside) => {
    expect(inside.filter(isPublicAddress)).toEqual([])
    expect(outside.filter((address) => !isPublicAddress(address))).toEqual([])
  },
)

test.each(['', 'localhost', '8.8.8.8.', '256.1.1.1', '2606:4700::x'])(
  'refuses text that is no address: "%s"',
  (text) => {
    expect(isPublicAddress(text)).toBe(false)
  },
)

test.each([
  ['lumen.example', true],
  ['lumen.example.', true],
  ['xn--d1acufc.xn--p1ai', true],
  ['1.2.3.example', true],
  ['notlocalhost.example', true],
  ['my-localhost.example', true],
  ['localhost', false],
  ['localhost.', false],
  ['app.localhost', false],
  ['app.localhost.', false],
  ['intranet', false],
  ['8.8.8.8', false],
  ['8.8.8.8.', false],
  ['127.0.0.1', false],
  ['[2606:4700::1111]', false],
  ['', false],
])('[R99] the host %j can be a public name: %s', (hostname, expected) => {
  expect(isPublicName(hostname)).toBe(expected)
})
