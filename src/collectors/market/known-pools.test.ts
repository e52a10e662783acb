import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { knownPoolsOf, rereadPools, toKnownPools } from './known-pools.ts'
import { type Pool, type PoolListing, toListing } from './pools.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const addressOf = (number: number) => `0x${String(number).padStart(40, '0')}`
const pool = (number: number, liquidityUsd: number | undefined = 100): Pool => ({
  address: addressOf(number),
  priceUsd: undefined,
  liquidityUsd,
  volume24hUsd: undefined,
  trades24h: undefined,
  marketCapUsd: undefined,
  fdvUsd: undefined,
})
const pools = (count: number) => Array.from({ length: count }, (_, index) => pool(index))
const listing = (own: readonly Pool[], unread = 0) => ({ ...toListing(own), unread })
const position = { listedAt: NOW, pools: [addressOf(1), addressOf(2)], liquidityUsd: 200 }

test.each<[string, PoolListing, object | null]>([
  ['two pools', listing([pool(1), pool(2)]), position],
  ['a pool on two parts', listing([pool(1), pool(2, 0), pool(2, 0)]), { ...position, liquidityUsd: 100 }],
  [
    'pools of unknown liquidity',
    listing([{ ...pool(1), liquidityUsd: undefined }]),
    { listedAt: NOW, pools: [addressOf(1)], liquidityUsd: null },
  ],
  ['thirty pools', listing(pools(30)), { pools: { length: 30 } }],
  ['more pools than one request takes', listing(pools(31)), null],
  ['a pool that cannot be read', listing([pool(1)], 1), null],
  ['fewer pools than the provider has', { ...listing([pool(1)]), isCut: true }, null],
  ['no pool', listing([]), null],
  ['a pool without an address', listing([{ ...pool(1), address: `${addressOf(1)}:4meme` }]), null],
])('of a listing of %s the next readings know', (_, listed, known) => {
  const found = toKnownPools(listed, NOW)
  if (known === null) expect(found).toBeNull()
  else expect(found).toMatchObject(known)
})

test.each<[string, unknown, boolean]>([
  ['as it was stored', position, true],
  ['of unknown liquidity', { ...position, liquidityUsd: null }, true],
  ['almost two hours old', { ...position, listedAt: '2026-11-20T08:00:00.001Z' }, true],
  ['two hours old', { ...position, listedAt: '2026-11-20T08:00:00Z' }, false],
  ['without a time', { ...position, listedAt: undefined }, false],
  ['without pools', { ...position, pools: [] }, false],
  ['with an address that is none', { ...position, pools: [addressOf(1), 'x/../y'] }, false],
  ['with pools that are no list', { ...position, pools: 'x' }, false],
  ['null', null, false],
  ['a text', 'pools', false],
])('a position %s', (_, stored, isKnown) => {
  expect(knownPoolsOf(stored, NOW) !== undefined).toBe(isKnown)
})

test.each<[string, PoolListing, readonly Pool[] | undefined]>([
  ['both pools', listing([pool(1), pool(2)]), [pool(1), pool(2)]],
  ['both, and one that the listing did not have', listing([pool(1), pool(2), pool(3)]), [pool(1), pool(2)]],
  ['half of the liquidity', listing([pool(1), pool(2, 0)]), [pool(1), pool(2, 0)]],
  ['less than half of the liquidity', listing([pool(1, 99), pool(2, 0)]), undefined],
  [
    'no liquidity',
    listing([
      { ...pool(1), liquidityUsd: undefined },
      { ...pool(2), liquidityUsd: undefined },
    ]),
    undefined,
  ],
  ['one of the pools', listing([pool(1, 200)]), undefined],
  ['one of the pools twice', listing([pool(1), pool(1)]), undefined],
  ['a pool that cannot be read', listing([pool(1), pool(2)], 1), undefined],
  ['nothing', listing([]), undefined],
])('an answer that has %s', (_, answer, own) => {
  expect(rereadPools(answer, position)).toEqual(own && listing(own))
})

test('liquidity that the listing did not know cannot leave', () => {
  const answer = listing([pool(1, 0), pool(2, 0)])
  expect(rereadPools(answer, { ...position, liquidityUsd: null })).toEqual(answer)
})
