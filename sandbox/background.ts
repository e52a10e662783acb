import { act } from './actions/index.ts'
import { Refusal } from './actions/refusal.ts'
import { commitOnce, type Doing, repositoryOf } from './actions/ships.ts'
import { marketsOf } from './actions/surroundings.ts'
import type { BackgroundKind } from './cast/plan.ts'
import { callContract, mineBlock, mineEmpty } from './chain/state.ts'
import { randomFrom } from './random.ts'
import { countDone, type Member, type World } from './world/world.ts'

/** Relative frequency of each kind of event. */
const weights: Readonly<Record<BackgroundKind, number>> = {
  commit: 4,
  market: 6,
  call: 5,
  star: 3,
  release: 8,
  prerelease: 1,
  package: 1,
  deploy: 2,
  upgrade: 2,
}

export type BackgroundEvent = { readonly slug: string; readonly kind: BackgroundKind }

/** Runs one background event. The seed and the turn determine which. */
export function runBackgroundEvent(world: World, input: { turn: number; at: number }): BackgroundEvent {
  const random = randomFrom(world.seed, 'living', input.turn)
  const options = [...world.members.values()].flatMap((member) =>
    member.plan.background.map((kind) => ({ member, kind, weight: weights[kind] })),
  )
  const total = options.reduce((sum, option) => sum + option.weight, 0)
  let left = random.fraction() * total
  const chosen = options.find((option) => {
    left -= option.weight
    return left < 0
  })
  if (!chosen) throw new Error('No member of the cast has background events')
  happen[chosen.kind]({ world, member: chosen.member, at: input.at }, random.fraction())
  return { slug: chosen.member.plan.slug, kind: chosen.kind }
}

const happen: Readonly<Record<BackgroundKind, (doing: Doing, up: number) => void>> = {
  commit: (doing) => commitOnce(doing, repositoryOf(doing)),
  star: (doing) => {
    repositoryOf(doing).stars += 1
  },
  market: (doing, up) => {
    for (const pool of marketsOf(doing).flatMap((market) => market.pools)) pool.level *= 0.96 + 0.08 * up
  },
  call: ({ world, member, at }) => useContract(world, member, at),
  package: ({ world, member }) => {
    for (const plan of member.plan.packages ?? []) growPackage(world, plan.name)
  },
  release: (doing) => actIn(doing, 'release'),
  prerelease: (doing) => actIn(doing, 'prerelease'),
  deploy: (doing) => actIn(doing, 'deploy'),
  upgrade: (doing) => actIn(doing, 'upgrade'),
}

function actIn({ world, member, at }: Doing, action: string): void {
  act(world, { action, slug: member.plan.slug, at })
}

function useContract(world: World, member: Member, at: number): void {
  const to = member.contracts.get('registry')
  if (!to) throw new Refusal('not_applicable', `${member.plan.slug} has no registry`)
  const turn = countDone(member, 'call')
  mineBlock(world.chain, at, () => {
    const from = `user-${turn % 6}`
    callContract(world.chain, { from, to, artifact: 'Registry', fn: 'publish', args: [`entry ${turn}`] })
  })
  mineEmpty(world.chain, at, 1)
}

function growPackage(world: World, name: string): void {
  const found = world.packages.get(name)
  if (found) found.monthlyDownloads += 1 + Math.floor(found.monthlyDownloads / 500)
}
