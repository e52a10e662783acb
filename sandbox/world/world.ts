import type { Address } from 'viem'
import type { CastMember } from '../cast/plan.ts'
import type { ChainState } from '../chain/state.ts'
import type { Market } from './markets.ts'
import type { Package } from './packages.ts'
import type { Hosting } from './repositories.ts'
import type { Site } from './sites.ts'

export type Member = {
  readonly plan: CastMember
  /** Addresses of contracts, by their names in the plan. */
  readonly contracts: Map<string, Address>
  readonly repositories: number[]
  /** The number of actions and background events of each kind so far, so that names and numbers do not repeat. */
  readonly done: Map<string, number>
}

/** The whole outside world, which follows from the seed, the epoch and the journal. */
export type World = {
  readonly seed: string
  readonly epoch: number
  readonly members: Map<string, Member>
  readonly hosting: Hosting
  readonly chain: ChainState
  readonly shared: Map<string, Address>
  readonly markets: Map<string, Market>
  readonly sites: Map<string, Site>
  readonly packages: Map<string, Package>
}

/** Counts an action, and returns how often it happened to the member before. */
export function countDone(member: Member, what: string): number {
  const before = member.done.get(what) ?? 0
  member.done.set(what, before + 1)
  return before
}

export function contractNamed(member: Member, name: string): Address {
  const address = member.contracts.get(name)
  if (address === undefined) throw new Error(`${member.plan.slug} has no contract named ${name}`)
  return address
}
