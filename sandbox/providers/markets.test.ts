import { expect, test } from 'vitest'
import { act } from '../actions/index.ts'
import { buildWorld } from '../world/build.ts'
import { contractNamed, type World } from '../world/world.ts'
import { answerDexscreener, answerGeckoterminal } from './markets.ts'
import type { Answer } from './server.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')
const fresh = () => buildWorld({ seed: 'markets', epoch })

type Pair = {
  chainId: string
  pairAddress: string
  baseToken: { address: string }
  priceUsd?: string
  liquidity?: { usd: number }
  volume?: { h24: number }
  fdv?: number
  marketCap?: number
}
type Attributes = Record<string, string | null>

function ask(answer: typeof answerDexscreener, path: string, world: World): Answer {
  const request = {
    method: 'GET',
    path,
    query: new URLSearchParams(),
    headers: {},
    origin: '',
    body: Buffer.alloc(0),
  }
  return answer(request, { world, now: () => epoch })
}

function pairs(world: World, slug: string, chain = 'robinhood'): readonly Pair[] {
  return JSON.parse(
    ask(answerDexscreener, `/token-pairs/v1/${chain}/${tokenOf(world, slug)}`, world).body.toString(),
  )
}

function pools(world: World, slug: string): readonly { attributes: Attributes }[] {
  const path = `/api/v2/networks/robinhood/tokens/${tokenOf(world, slug)}/pools`
  return JSON.parse(ask(answerGeckoterminal, path, world).body.toString()).data
}

function tokenAt(world: World, address: string, chain = 'robinhood'): Answer {
  return ask(answerGeckoterminal, `/api/v2/networks/${chain}/tokens/${address}`, world)
}

function listingOf(world: World, slug: string): unknown {
  const { data } = JSON.parse(tokenAt(world, tokenOf(world, slug)).body.toString())
  return data.attributes.coingecko_coin_id
}

function tokenOf(world: World, slug: string): string {
  const member = world.members.get(slug)
  if (!member) throw new Error(`No ${slug}`)
  return contractNamed(member, 'token')
}

test('a wrong chain key is answered with an empty 200, an unknown token too', () => {
  const world = fresh()
  expect(pairs(world, 'lumen', '4663')).toEqual([])
  expect(pairs(world, 'burrow')).toEqual([])
  expect(
    ask(answerGeckoterminal, `/api/v2/networks/robinhood/tokens/${tokenOf(world, 'burrow')}/pools`, world)
      .status,
  ).toBe(404)
})

test('thirty addresses are answered at once, one more is refused', () => {
  const world = fresh()
  const many = (count: number) => Array(count).fill(tokenOf(world, 'lumen')).join(',')
  expect(ask(answerDexscreener, `/latest/dex/pairs/robinhood/${many(30)}`, world).status).toBe(200)
  expect(ask(answerDexscreener, `/latest/dex/pairs/robinhood/${many(31)}`, world).status).toBe(400)
  for (const list of ['tokens', 'pools']) {
    const path = `/api/v2/networks/robinhood/${list}/multi/`
    expect(ask(answerGeckoterminal, path + many(30), world).status).toBe(200)
    expect(ask(answerGeckoterminal, path + many(31), world).status).toBe(400)
  }
})

test('DEX Screener lists every pair of a token, and answers about many pairs by address', () => {
  const world = fresh()
  const named = (addresses: readonly string[]): readonly Pair[] | null =>
    JSON.parse(
      ask(answerDexscreener, `/latest/dex/pairs/robinhood/${addresses.join()}`, world).body.toString(),
    ).pairs
  const [lumen, gantry, decoyed] = [pairs(world, 'lumen'), pairs(world, 'gantry'), pairs(world, 'stillpond')]
  expect([lumen.length, pools(world, 'lumen').length, gantry.length, decoyed.length]).toEqual([2, 2, 1, 3])
  const addresses = [...lumen, ...gantry].map(({ pairAddress }) =>
    pairAddress.toUpperCase().replace('0X', '0x'),
  )
  const unknown = tokenOf(world, 'burrow')
  expect(named([...addresses, unknown])).toHaveLength(3)
  expect(named([...addresses, unknown])).toEqual(expect.arrayContaining([...lumen, ...gantry]))
  expect(named([unknown])).toBeNull()
  const ofDecoyed = named(decoyed.map(({ pairAddress }) => pairAddress))
  expect(ofDecoyed).toEqual([decoyed[2]])
})

test('GeckoTerminal answers about many tokens or pools at once, and leaves out what it does not know', () => {
  const world = fresh()
  const multi = (list: string, addresses: readonly string[]) =>
    JSON.parse(
      ask(
        answerGeckoterminal,
        `/api/v2/networks/robinhood/${list}/multi/${addresses.join()}`,
        world,
      ).body.toString(),
    ).data
  const [lumen, gantry] = [tokenOf(world, 'lumen'), tokenOf(world, 'gantry')]
  const alone = [gantry, lumen].map((token) => JSON.parse(tokenAt(world, token).body.toString()).data)
  const known = multi('tokens', [lumen, tokenOf(world, 'burrow'), gantry.toUpperCase().replace('0X', '0x')])
  expect(known).toHaveLength(2)
  expect(known).toEqual(expect.arrayContaining(alone))
  const ofBoth = [...pools(world, 'lumen'), ...pools(world, 'gantry')]
  const addresses = ofBoth.map(({ attributes }) => String(attributes['address']))
  expect(multi('pools', [...addresses, lumen])).toEqual(expect.arrayContaining(ofBoth))
  expect(multi('pools', [lumen])).toEqual([])
})

test('a valuation that is fully diluted only repeats it as cap at one provider and lacks the cap at the other', () => {
  const world = fresh()
  const [pair] = pairs(world, 'opaline')
  expect(pair?.marketCap).toBe(pair?.fdv)
  expect(pools(world, 'opaline')[0]?.attributes['market_cap_usd']).toBeNull()
  const [circulating] = pairs(world, 'lumen')
  expect(circulating?.marketCap).toBeLessThan((circulating?.fdv ?? 0) * 0.98)
})

test('two providers disagree more than threefold about one token only', () => {
  const world = fresh()
  const apart = (slug: string) =>
    Number(pools(world, slug)[0]?.attributes['base_token_price_usd']) /
    Number(pairs(world, slug)[0]?.priceUsd)
  expect(apart('twinfalls')).toBeGreaterThan(3)
  expect(apart('lumen')).toBeCloseTo(1, 5)
})

test('a figure that is not reported is absent at one provider and null at the other, never zero', () => {
  const world = fresh()
  const own = pairs(world, 'stillpond').filter((pair) => pair.chainId === 'robinhood')
  expect(own.length).toBeGreaterThan(0)
  for (const pair of own.filter(({ fdv }) => fdv !== 99_000_000_000)) {
    expect(pair).not.toHaveProperty('volume')
    expect(pair).not.toHaveProperty('fdv')
  }
  expect(pools(world, 'stillpond')[0]?.attributes['reserve_in_usd']).toBeNull()
  expect(pairs(world, 'fraction')[0]).not.toHaveProperty('liquidity')
})

test('decoys come first: another chain with the same address, and our token as the quote side', () => {
  const world = fresh()
  const listed = pairs(world, 'stillpond')
  expect(listed[0]?.chainId).not.toBe('robinhood')
  expect(listed[1]?.baseToken.address).not.toBe(tokenOf(world, 'stillpond'))
  expect(listed[2]).toMatchObject({
    chainId: 'robinhood',
    baseToken: { address: tokenOf(world, 'stillpond') },
  })
})

test('liquidity goes to dust and comes back', () => {
  const world = fresh()
  const usd = () => pairs(world, 'saltlock')[0]?.liquidity?.usd ?? Number.NaN
  const before = usd()
  act(world, { action: 'liquidity-gone', slug: 'saltlock', at: epoch + 1000 })
  expect(usd()).toBeLessThan(before * 0.1)
  expect(pairs(world, 'saltlock')[0]?.volume?.h24).toBe(0)
  act(world, { action: 'liquidity-back', slug: 'saltlock', at: epoch + 2000 })
  expect(usd()).toBe(before)
})

test('a token is answered with its listing as text or null and the figures of its pools as text', () => {
  const world = fresh()
  const address = tokenOf(world, 'lumen')
  const answer = tokenAt(world, address.toUpperCase().replace('0X', '0x'))
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const figure = expect.stringMatching(/^\d/)
  expect(JSON.parse(answer.body.toString()).data).toEqual({
    id: `robinhood_${address.toLowerCase()}`,
    type: 'token',
    attributes: {
      address: address.toLowerCase(),
      name: 'Lumen',
      symbol: 'LUM',
      decimals: 18,
      coingecko_coin_id: 'lumen-settlement',
      price_usd: figure,
      fdv_usd: figure,
      market_cap_usd: figure,
      total_reserve_in_usd: figure,
      volume_usd: { h24: figure },
    },
  })
  const attributesOf = (slug: string) =>
    JSON.parse(tokenAt(world, tokenOf(world, slug)).body.toString()).data.attributes
  expect(attributesOf('stillpond')).toMatchObject({ price_usd: null, total_reserve_in_usd: null })
  const reserves = pools(world, 'lumen').map(({ attributes }) => Number(attributes['reserve_in_usd']))
  expect(Number(attributesOf('lumen').total_reserve_in_usd)).toBe(
    reserves.reduce((sum, value) => sum + value),
  )
})

test('the better known tokens are listed, the others are not, and what has no pool there is unknown', () => {
  const world = fresh()
  expect(listingOf(world, 'marlow')).toBe('marlow-wren')
  expect(listingOf(world, 'wrenfield')).toBeNull()
  const answers = [...world.markets.keys()].map((address) => tokenAt(world, address))
  const known = answers.filter(({ status }) => status === 200)
  const listed = known.filter(({ body }) => JSON.parse(body.toString()).data.attributes.coingecko_coin_id)
  expect(listed.length / known.length).toBeGreaterThan(0.4)
  expect(listed.length / known.length).toBeLessThan(0.6)
  for (const slug of ['burrow', 'rivulet']) expect(tokenAt(world, tokenOf(world, slug)).status).toBe(404)
  expect(tokenAt(world, tokenOf(world, 'lumen'), 'eth').status).toBe(404)
})
