import type { Address } from 'viem'
import { infrastructure } from '../cast/infrastructure.ts'
import type { ChainMoment, ChainRhythm } from '../cast/plan.ts'
import { deployContract, mineBlock, OPERATOR, settle } from '../chain/state.ts'
import { DAY, HOUR } from '../clock.ts'
import { randomFrom } from '../random.ts'
import { playStep } from './chain-steps.ts'
import type { Member, World } from './world.ts'

/** The age of the chain at the epoch, in days. */
export const chainAgeDays = 122

type Moment = { at: number; member: Member; moment: ChainMoment; turn: number }

/** Plans every block before the epoch: first the shared contracts, then the steps of the members in order of time. */
export function playChain(world: World): void {
  const begin = world.epoch - chainAgeDays * DAY
  mineBlock(world.chain, begin + HOUR, () => {
    for (const { name, artifact } of infrastructure) {
      const address: Address = deployContract(world.chain, { from: OPERATOR, artifact, args: [] })
      world.shared.set(name, address)
    }
  })
  for (const { at, member, moment, turn } of momentsOf(world)) {
    mineBlock(world.chain, at, () => {
      for (const step of moment.steps) playStep(world, member, { step, turn, at })
    })
  }
  settle(world.chain, world.epoch)
}

function momentsOf(world: World): readonly Moment[] {
  return [...world.members.values()]
    .flatMap((member) => (member.plan.chain ?? []).flatMap((entry) => expanded(world, member, entry)))
    .toSorted((a, b) => a.at - b.at)
}

function expanded(world: World, member: Member, entry: ChainMoment | ChainRhythm): readonly Moment[] {
  if ('day' in entry)
    return [{ at: Math.floor(world.epoch + entry.day * DAY), member, moment: entry, turn: 0 }]
  const count = Math.floor((entry.to - entry.from) / entry.every)
  const random = randomFrom(world.seed, 'chain', member.plan.slug, entry.from)
  return Array.from({ length: count }, (_, turn) => {
    const day = entry.from + (turn + random.fraction() * 0.9) * entry.every
    return { at: Math.floor(world.epoch + day * DAY), member, moment: { day, steps: entry.steps }, turn }
  })
}
