import { cast } from '../cast/index.ts'
import type { CastMember } from '../cast/plan.ts'
import { emptyChain } from '../chain/state.ts'
import { playChain } from './chain-history.ts'
import { marketOf } from './markets.ts'
import { packageOf } from './packages.ts'
import { buildRepository } from './repository-history.ts'
import { siteOf } from './sites.ts'
import { contractNamed, type Member, type World } from './world.ts'

/** The world at the epoch, with its whole history. */
export function buildWorld(input: { seed: string; epoch: number }): World {
  const world: World = {
    seed: input.seed,
    epoch: input.epoch,
    members: new Map(cast.map((plan) => [plan.slug, emptyMember(plan)])),
    hosting: { repositories: new Map(), names: new Map() },
    chain: emptyChain(),
    shared: new Map(),
    markets: new Map(),
    sites: new Map(),
    packages: new Map(),
  }
  playChain(world)
  for (const member of world.members.values()) addOffChain(world, member)
  return world
}

function emptyMember(plan: CastMember): Member {
  return { plan, contracts: new Map(), repositories: [], done: new Map() }
}

function addOffChain(world: World, member: Member): void {
  const { plan } = member
  const resolve = (text: string) => text.replaceAll(/@([a-z-]+)/g, (_, name) => contractNamed(member, name))
  for (const repository of plan.repositories ?? []) {
    const built = buildRepository(repository, { ...world, resolve })
    world.hosting.repositories.set(built.id, built)
    for (const name of [repository.fullName, ...(repository.formerNames ?? [])]) {
      world.hosting.names.set(name.toLowerCase(), built.id)
    }
    member.repositories.push(built.id)
  }
  for (const market of plan.markets ?? []) {
    const token = contractNamed(member, market.token)
    world.markets.set(
      token.toLowerCase(),
      marketOf({ plan: market, token, name: plan.site?.title ?? plan.slug, epoch: world.epoch }),
    )
  }
  if (plan.site) {
    world.sites.set(plan.site.host, siteOf(plan.site, { epoch: world.epoch, resolve }))
  }
  for (const item of plan.packages ?? []) world.packages.set(item.name, packageOf(item, world.epoch))
}
