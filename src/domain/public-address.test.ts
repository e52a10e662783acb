import { expect, test } from 'vitest'
import { ADDRESS_RANGES } from '#test/address-ranges.ts'
import { isPublicAddress } from './public-address.ts'

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
