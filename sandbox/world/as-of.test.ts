import { describe, expect, test } from 'vitest'
import { DAY, SECOND, weekStartOf } from '../clock.ts'
import { worldAsOf } from './as-of.ts'
import { buildWorld } from './build.ts'
import { figuresOf } from './markets.ts'
import { findRepository, type Repository } from './repositories.ts'
import type { World } from './world.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')
const world = buildWorld({ seed: 'as-of', epoch })
const dayAt = (day: number) => epoch + day * DAY
const seen = (day: number) => worldAsOf(world, dayAt(day))

function repositoryIn(shown: World, name: string): Repository {
  const found = findRepository(shown.hosting, name)
  if (!found) throw new Error(`No ${name}`)
  return found
}

test.each([0, 1, 400])(
  '%i days after the epoch the whole world is shown, also what is dated later',
  (day) => {
    expect(seen(day)).toBe(world)
    const future = repositoryIn(seen(day), 'farsight-io/farsight').commits
    expect(future.some(({ committedAt }) => committedAt > dayAt(1000))).toBe(true)
  },
)

test.each([-119, -82, -14, -2, -0.01])('on day %f nothing shown is dated later', (day) => {
  const at = dayAt(day)
  const { hosting, chain, markets, packages, sites } = seen(day)
  const repositories = [...hosting.repositories.values()]
  const dates = [
    ...repositories.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
    ...repositories.flatMap(({ commits }) => commits.map(({ committedAt }) => committedAt)),
    ...repositories.flatMap(({ releases }) => releases.map(({ publishedAt }) => publishedAt ?? 0)),
    ...chain.blocks.map(({ timestamp }) => timestamp * SECOND),
    ...[...chain.contracts.values()].map(({ verifiedAt }) => verifiedAt ?? 0),
    ...[...markets.values()].flatMap(({ pools }) => pools.map(({ createdAt }) => createdAt)),
    ...[...packages.values()].flatMap(({ versions }) => versions.map((version) => version.at)),
    ...[...sites.values()].flatMap(({ posts }) => posts.map((post) => post.at ?? 0)),
    ...[...sites.values()].flatMap(({ sections }) => sections.map(({ changedAt }) => changedAt)),
  ]
  expect(Math.max(...dates)).toBeLessThanOrEqual(at)
  expect(chain.blocks).toEqual(world.chain.blocks.slice(0, chain.blocks.length))
  const height = chain.blocks.length
  expect([...chain.contracts.values()].filter(({ block }) => block > height)).toEqual([])
  expect([...markets.keys()].filter((token) => !chain.contracts.has(token))).toEqual([])
})

describe('things appear on their day', () => {
  const contract = (shown: World, slug: string, name: string) => {
    const address = shown.members.get(slug)?.contracts.get(name)
    return address && shown.chain.contracts.get(address.toLowerCase())
  }
  const market = (shown: World, slug: string) => {
    const address = shown.members.get(slug)?.contracts.get('token')
    return address && shown.markets.get(address.toLowerCase())
  }
  test.each<readonly [string, number, (shown: World) => unknown]>([
    ['that a site went', -9, (shown) => shown.sites.get('slatehouse.example')?.down || undefined],
    ['a repository', -34, (shown) => findRepository(shown.hosting, 'graftwood/client')],
    ['a contract', -40, (shown) => contract(shown, 'lumen', 'vault')],
    ['verified source', -39, (shown) => contract(shown, 'lumen', 'vault')?.verification],
    ['a market', -36, (shown) => market(shown, 'stillpond')],
    ['a package', -5.5, ({ packages }) => packages.get('@emberline/relay')],
    ['a line that names a token', -80, ({ sites }) => sites.get('saltlock.example')?.tokenLines[0]],
    ['a post', -12, ({ sites }) => sites.get('lumen.example')?.posts[1]],
    [
      'a release',
      -5.6,
      (shown) => repositoryIn(shown, 'emberline/ember').releases.find(({ tag }) => tag === 'v3.1.0'),
    ],
  ])('%s, at day %f', (_, day, find) => {
    expect(find(seen(day - 0.01))).toBeUndefined()
    expect(find(seen(day + 0.01))).toBeDefined()
  })
})

test('calls and accounts are counted up to the last block shown, and at the end all are there', () => {
  const registry = world.members.get('lumen')?.contracts.get('registry')?.toLowerCase() ?? ''
  const counts = [-113, -60, -0.001].map((day) => seen(day).chain.calls.get(registry))
  expect(counts[0]).toBeUndefined()
  expect(counts[1]).toBeLessThan(counts[2] ?? 0)
  expect(seen(-0.001).chain.calls).toEqual(world.chain.calls)
  expect(seen(-0.001).chain.nonces).toEqual(world.chain.nonces)
})

test.each([
  [-3, 26_400, 2_900],
  [-2.01, 26_400, 2_900],
  [-1.99, 61, 0],
  [0, 61, 0],
])(
  'the market that died had at day %f about %d in its pool and %d traded',
  (day, liquidityUsd, volume24hUsd) => {
    const token = world.members.get('cinderforge')?.contracts.get('token') ?? ''
    const [pool] = seen(day).markets.get(token.toLowerCase())?.pools ?? []
    const figures = pool && figuresOf(pool, undefined, { now: dayAt(day), seed: world.seed })
    expect((figures?.liquidityUsd ?? 0) / liquidityUsd).toBeCloseTo(1, 1)
    expect(Math.abs((figures?.volume24hUsd ?? 0) - volume24hUsd)).toBeLessThanOrEqual(0.05 * volume24hUsd)
  },
)

test('showing an earlier day does not change the world', () => {
  const before = buildWorld({ seed: 'as-of', epoch })
  for (const day of [-82, -14]) seen(day)
  expect(world).toEqual(before)
})

test('a week that begins on a Monday has no commit at its first instant', () => {
  const monday = weekStartOf(dayAt(-82))
  const { hosting } = worldAsOf(world, monday)
  const commits = [...hosting.repositories.values()].flatMap((repository) => repository.commits)
  expect(commits.filter(({ committedAt }) => weekStartOf(committedAt) === monday)).toEqual([])
})
