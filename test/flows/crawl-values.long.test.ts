import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#test/world.ts'
import { type Change, readsOf } from '#test/world-reads.ts'

type Body = Readonly<Record<string, unknown>>
type Answers = readonly (readonly [path: string, body: Body])[]

let world: World
let changes: readonly Change[]
let dossiers: Answers
let cards: Answers
let scans: Answers
let ships: readonly Body[]
beforeAll(async () => {
  world = await openWorld()
  changes = await readsOf(world).changesAfter('c1.0')
  const listed = await pages('/api/projects?claims=none')
  const contracts = listed.flatMap(({ token }) => (token === undefined ? [] : [bodyOf(token)['contract']]))
  dossiers = await asked(listed.map(({ slug }) => `/api/projects/${slug}`))
  cards = await asked(contracts.map((contract) => `/api/v1/builder?token=${contract}`))
  scans = await asked(contracts.map((contract) => `/api/v1/scan?token=${contract}`))
  ships = await pages('/api/ships?since=2000-01-01')
})
afterAll(() => world[Symbol.asyncDispose]())

const bodyOf = (value: unknown) => value as Body
const listOf = (value: unknown) => (value === undefined ? [] : (value as readonly Body[]))

async function read(path: string): Promise<Body> {
  const { status, body } = await world.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

async function asked(paths: readonly string[]): Promise<Answers> {
  const answers: [string, Body][] = []
  for (const path of paths) answers.push([path, await read(path)])
  return answers
}

/** Every entry of a list. */
async function pages(path: string): Promise<readonly Body[]> {
  const entries: Body[] = []
  for (let offset: unknown = 0; offset !== null; ) {
    const body = await read(`${path}&limit=48&offset=${offset}`)
    entries.push(...listOf(body['items']))
    offset = body['nextOffset']
  }
  return entries
}

const receipts = new Map<string, Promise<Body>>()
async function receiptOf(id: unknown): Promise<Body> {
  const known = receipts.get(String(id)) ?? read(`/api/evidence/${encodeURIComponent(String(id))}`)
  receipts.set(String(id), known)
  return await known
}
const recordedOf = async (id: unknown) => bodyOf((await receiptOf(id))['recorded'])

/** What a claim cites, by the claim note of its field. */
function citedBy(body: Body, field: string): unknown {
  return listOf(bodyOf(bodyOf(body['claims'])[field])['evidence'])[0]
}

/** A ship as an answer shows it, for comparison with its receipt. An undated one has no time, or null. */
type ShownShip = { readonly at: string; readonly id: unknown; readonly kind: unknown; readonly time: unknown }

function shownShips(): readonly ShownShip[] {
  const ofCards = cards.flatMap(([at, body]) =>
    ['latest_meaningful_ship', 'latest_release', 'latest_deployment'].flatMap((field) => {
      const ship = body[field]
      if (ship === null) return []
      const { evidence_id: id, kind, timestamp: time } = bodyOf(ship)
      return [{ at: `${at} ${field}`, id, kind, time }]
    }),
  )
  const ofDossiers = dossiers.flatMap(([at, body]) =>
    [...listOf(body['newestShips']), ...listOf(body['lastShip'] && [body['lastShip']])].map((ship) => ({
      ...{ at, id: ship['evidenceId'], kind: ship['kind'], time: ship['occurredAt'] },
    })),
  )
  const ofList = ships.map((ship) => ({
    ...{ at: '/api/ships', id: ship['evidenceId'], kind: ship['kind'], time: ship['occurredAt'] },
  }))
  return [...ofCards, ...ofDossiers, ...ofList]
}

test('R68: the receipt of a ship has its kind and time, on every surface', async () => {
  const shown = shownShips()
  expect(shown.length).toBeGreaterThan(300)
  for (const { at, id, kind, time } of shown) {
    const { occurredAt, recorded } = await receiptOf(id)
    const found = { time: occurredAt, kind: kind === undefined ? undefined : bodyOf(recorded)['shipKind'] }
    expect({ at, id, ...found }).toEqual({ at, id, time: time ?? null, kind })
  }
})

/** The reading of a receipt that was made at an instant by a provider. */
async function readingOf(id: unknown, of: { at: unknown; provider?: unknown }): Promise<Body | undefined> {
  const facts = bodyOf((await recordedOf(id))['facts'])
  return listOf(facts['readings']).find(
    ({ observedAt, provider }) => observedAt === of.at && (of.provider ?? provider) === provider,
  )
}

test('R68: the receipt of a market has the figure, provider and time of every claim that cites it', async () => {
  const figures = dossiers.flatMap(([at, body]) =>
    ['marketCap', 'liquidity', 'volume24h'].flatMap((field) => {
      const figure = body[field]
      return figure === undefined ? [] : [{ at, field, figure: bodyOf(figure), id: citedBy(body, field) }]
    }),
  )
  expect(figures.length).toBeGreaterThan(50)
  for (const { at, field, figure, id } of figures) {
    const reading = await readingOf(id, { at: figure['observedAt'], provider: figure['provider'] })
    const held = {
      marketCap: { usd: figure['value'], kind: figure['kind'] },
      liquidity: figure['value'],
      volume24h: figure['value'],
    }
    const name = { marketCap: 'valuation', liquidity: 'liquidityUsd', volume24h: 'volume24hUsd' }[field]
    expect([at, field, reading?.[String(name)]]).toEqual([at, field, held[field as keyof typeof held]])
  }
})

test('R68: the receipt of a market status has the reading that shows it', async () => {
  const known = [...cards, ...scans].flatMap(([at, body]) => {
    const market = bodyOf(body['market_status'] ?? body['market'])
    const field = 'market_status' in body ? 'market_status' : 'market'
    return market['observed_at'] === null ? [] : [{ at, market, id: citedBy(body, field) }]
  })
  expect(known.length).toBeGreaterThan(40)
  for (const { at, market, id } of known) {
    expect([at, await readingOf(id, { at: market['observed_at'] })]).toEqual([at, expect.anything()])
  }
})

test('R68: the receipt of a change has what the change says', async () => {
  const compared = new Set<string>()
  for (const { type, facts, evidence } of changes.filter(({ op }) => op === 'upsert')) {
    const [id = ''] = evidence
    const recorded = await recordedOf(id)
    if (type === 'contract.deployed') {
      const { contract, block, transaction } = facts
      const deployments = listOf(bodyOf(recorded['facts'])['contracts'])
      expect(deployments).toContainEqual(
        expect.objectContaining({ contract, block, ...(transaction === undefined ? {} : { transaction }) }),
      )
    } else if (type === 'contract.implementation_changed') {
      expect(recorded['implementation']).toBe(facts['implementation'])
      expect(recorded['previousImplementation'] ?? undefined).toBe(facts['previousImplementation'])
    } else if (type === 'contract.method_first_observed') {
      expect(recorded).toMatchObject({ firstBlock: facts['block'], firstTransaction: facts['transaction'] })
    } else continue
    compared.add(type)
  }
  expect([...compared].toSorted()).toEqual([
    'contract.deployed',
    'contract.implementation_changed',
    'contract.method_first_observed',
  ])
})

test('R68: the receipt of a statement has its words and the contract that it names', async () => {
  const statements = dossiers.flatMap(([, body]) => listOf(body['statements']))
  expect(statements.length).toBeGreaterThan(40)
  for (const { id, statement, names, by } of statements) {
    expect(await recordedOf(id)).toMatchObject({ statement, by, names: names ?? null })
  }
})

test('R69: a market that is not believed has no figure on its card, and its readings say why', () => {
  const doubted = dossiers.filter(
    ([, body]) => bodyOf(bodyOf(body['claims'])['marketStatus'])['reason'] === 'WITHHELD',
  )
  expect(doubted.length).toBeGreaterThan(0)
  for (const [at, body] of doubted) {
    expect([at, body['marketDoubt']]).toEqual([at, expect.any(String)])
    for (const field of ['marketCap', 'liquidity', 'volume24h']) expect(body, at).not.toHaveProperty(field)
    const doubts = listOf(bodyOf(body['market'])['readings']).map(({ doubt }) => doubt)
    expect(doubts, at).toContain(body['marketDoubt'])
  }
})

test('R73: a mismatch rests on a counted site that was read', async () => {
  const mismatched = dossiers.filter(([, body]) => body['tokenVerification'] === 'MISMATCH')
  expect(mismatched.length).toBeGreaterThan(0)
  for (const [at, body] of mismatched) {
    const { source } = await receiptOf(citedBy(body, 'tokenVerification'))
    const site = listOf(body['sources']).find(({ id }) => id === bodyOf(source)['id'])
    expect([at, site]).toEqual([at, expect.objectContaining({ kind: 'website', counted: true })])
  }
})

test('R75: every address of the service in an answer answers', async () => {
  const bodies = [...dossiers, ...cards, ...scans].map(([, body]) => body)
  const text = JSON.stringify([bodies, changes, ships, await read('/api'), await read('/api/agent')])
  const given = new Set(text.match(/http:\/\/127\.0\.0\.1:4663[^"\s]*/g))
  const own = [...given].filter((address) => !address.includes('{')).map((address) => new URL(address))
  expect(own.length).toBeGreaterThan(100)
  const dead: string[] = []
  for (const { pathname, search } of own) {
    if ((await world.get(pathname + search)).status === 404) dead.push(pathname)
  }
  expect(dead).toEqual([])
})
