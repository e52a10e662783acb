import type { Address } from 'viem'
import { callContract, mineBlock, mineEmpty } from '../chain/state.ts'
import { countDone, type Member } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

/** Empty blocks that make what lies before them safe, then finalized. */
const settlingBlocks = 3

type Callable = {
  readonly contract: string
  readonly artifact: string
  readonly fn: string
  readonly args: (turn: number) => readonly unknown[]
}

/** What members have called of them every day, the first there is. */
const everyday: readonly Callable[] = [
  { contract: 'registry', artifact: 'Registry', fn: 'publish', args: (turn) => [`entry by hand ${turn}`] },
  { contract: 'proxy', artifact: 'VaultV1', fn: 'deposit', args: (turn) => [10 + turn] },
  { contract: 'deal-2', artifact: 'Escrow', fn: 'open', args: (turn) => [500 + turn] },
]

/** What nobody has called in the time before the epoch. */
const untouched: readonly Callable[] = [
  { contract: 'proxy', artifact: 'VaultV3', fn: 'setFee', args: (turn) => [25 + turn] },
  { contract: 'deal-1', artifact: 'Escrow', fn: 'open', args: (turn) => [700 + turn] },
]

/** A user calls a function that is called every day. */
export function call(doing: Doing): Outcome {
  return called(doing, everyday)
}

/** A user calls a function nobody had called. */
export function callUntouched(doing: Doing): Outcome {
  return called(doing, untouched)
}

/** A call the contract reverts: it stands in a block and did nothing. */
export function callInVain(doing: Doing): Outcome {
  return called(doing, [{ contract: 'proxy', artifact: 'VaultV3', fn: 'withdraw', args: () => [10n ** 30n] }])
}

function called({ world, member, at }: Doing, callables: readonly Callable[]): Outcome {
  const { to, artifact, fn, args } = callableOf(member, callables)
  const turn = countDone(member, 'call by hand')
  const from = `user-${turn % 6}`
  mineBlock(world.chain, at, () => {
    callContract(world.chain, { from, to, artifact, fn, args: args(turn) })
  })
  const block = world.chain.blocks.length
  mineEmpty(world.chain, at, settlingBlocks)
  return { summary: `Called ${fn} of ${member.plan.slug}`, details: { contract: to, method: fn, block } }
}

function callableOf(member: Member, callables: readonly Callable[]): Callable & { to: Address } {
  for (const callable of callables) {
    const to = member.contracts.get(callable.contract)
    if (to) return { ...callable, to }
  }
  const names = callables.map(({ contract }) => contract).join(', ')
  throw new Refusal('not_applicable', `${member.plan.slug} has none of the contracts ${names}`)
}
