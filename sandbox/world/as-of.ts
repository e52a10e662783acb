import type { ChainState, ContractRecord, PlannedBlock } from '../chain/state.ts'
import { DAY, SECOND } from '../clock.ts'
import { chainAgeDays } from './chain-history.ts'
import type { Market } from './markets.ts'
import type { Package } from './packages.ts'
import type { Hosting, Repository } from './repositories.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

/**
 * The world at an instant before the epoch, without anything dated later. From the epoch on it is the whole world, also
 * with things dated later.
 */
export function worldAsOf(world: World, at: number): World {
  if (at >= world.epoch) return world
  const chain = chainAsOf(world.chain, at)
  return {
    ...world,
    chain,
    hosting: hostingAsOf(world.hosting, at),
    markets: new Map(
      [...world.markets].flatMap(([token, market]) => marketAsOf(market, { token, chain, at })),
    ),
    sites: new Map([...world.sites].map(([host, site]) => [host, siteAsOf(site, { ...world, chain, at })])),
    packages: new Map(
      [...world.packages].flatMap(([name, published]) => packageAsOf(published, { name, at })),
    ),
  }
}

/** The chain with the blocks up to an instant, and the contracts and counts that follow from them. */
function chainAsOf(chain: ChainState, at: number): ChainState {
  const blocks = chain.blocks.filter(({ timestamp }) => timestamp * SECOND <= at)
  const contracts = [...chain.contracts].filter(([, { block }]) => block <= blocks.length)
  return {
    ...chain,
    blocks,
    contracts: new Map(contracts.map(([address, record]) => [address, contractAsOf(record, at)])),
    calls: countsOf(blocks, ({ to }) => to?.toLowerCase()),
    nonces: countsOf(blocks, ({ from }) => from),
  }
}

function contractAsOf(record: ContractRecord, at: number): ContractRecord {
  if (record.verifiedAt === undefined || record.verifiedAt <= at) return record
  const { verification: _later, verifiedAt: _then, sourcify: _too, ...unverified } = record
  return unverified
}

function countsOf(
  blocks: readonly PlannedBlock[],
  keyOf: (transaction: PlannedBlock['transactions'][number]) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const transaction of blocks.flatMap((block) => block.transactions)) {
    const key = keyOf(transaction)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function hostingAsOf({ repositories, names }: Hosting, at: number): Hosting {
  const there = [...repositories].filter(([, { createdAt }]) => createdAt <= at)
  return {
    names,
    repositories: new Map(there.map(([id, repository]) => [id, repositoryAsOf(repository, at)])),
  }
}

function repositoryAsOf(repository: Repository, at: number): Repository {
  const commits = repository.commits.filter(({ committedAt }) => committedAt <= at)
  const releases = repository.releases.filter((release) => (release.publishedAt ?? release.createdAt) <= at)
  const instants = [
    repository.createdAt,
    ...commits.map(({ committedAt }) => committedAt),
    ...releases.map((release) => release.publishedAt ?? release.createdAt),
  ]
  const updatedAt = repository.updatedAt <= at ? repository.updatedAt : Math.max(...instants)
  return { ...repository, commits, releases, updatedAt }
}

/**
 * The market with the pools of that time, in a list. Empty when it has no pool yet, or when its token is not on the
 * chain yet.
 */
function marketAsOf(
  market: Market,
  { token, chain, at }: { token: string; chain: ChainState; at: number },
): readonly (readonly [string, Market])[] {
  const pools = market.pools.filter(({ createdAt }) => createdAt <= at)
  if (pools.length === 0 || !chain.contracts.has(token)) return []
  return [[token, { ...market, pools }]]
}

const address = /0x[0-9a-fA-F]{40}/g

/** The site at an instant, without later content and without lines about contracts that do not exist yet. */
function siteAsOf(site: Site, { epoch, chain, at }: { epoch: number; chain: ChainState; at: number }): Site {
  const isThere = (line: string) =>
    (line.match(address) ?? []).every((named) => chain.contracts.has(named.toLowerCase()))
  const { downSince } = site.plan
  return {
    ...site,
    down: downSince !== undefined && epoch + downSince * DAY <= at,
    tokenLines: site.tokenLines.filter(isThere),
    sections: site.sections
      .filter(({ openedAt }) => openedAt === undefined || openedAt <= at)
      .map((section) =>
        section.changedAt <= at ? section : { ...section, changedAt: epoch - chainAgeDays * DAY },
      ),
    posts: site.posts.filter((post) => post.at === undefined || post.at <= at),
  }
}

function packageAsOf(
  published: Package,
  { name, at }: { name: string; at: number },
): readonly (readonly [string, Package])[] {
  if (published.createdAt > at) return []
  return [[name, { ...published, versions: published.versions.filter((version) => version.at <= at) }]]
}
