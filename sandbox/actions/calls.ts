import type { Address } from 'viem'
import { callContract, mineBlock, settle } from '../chain/state.ts'
import { countDone, type Member } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

type Callable = {
  readonly contract: string
  readonly artifact: string
  readonly fn: string
  readonly args: (turn: number) => readonly unknown[]
}

/** Functions that users call every day. The first function whose contract the member has is called. */
const everyday: readonly Callable[] = [
  { contract: 'registry', artifact: 'Registry', fn: 'publish', args: (turn) => [`entry by hand ${turn}`] },
  { contract: 'proxy', artifact: 'VaultV1', fn: 'deposit', args: (turn) => [10 + turn] },
  { contract: 'deal-2', artifact: 'Escrow', fn: 'open', args: (turn) => [500 + turn] },
]

/** Functions that nobody called before the epoch. */
const untouched: readonly Callable[] = [
  { contract: 'proxy', artifact: 'VaultV3', fn: 'setFee', args: (turn) => [25 + turn] },
  { contract: 'deal-1', artifact: 'Escrow', fn: 'open', args: (turn) => [700 + turn] },
]

/** A user calls a function that is called every day. */
export function call(doing: Doing): Outcome {
  return called(doing, everyday)
}

/** Users call an everyday function forty times. */
export function callOften(doing: Doing): Outcome {
  return called(doing, everyday, 40)
}

/** A user calls a function that nobody called before. */
export function callUntouched(doing: Doing): Outcome {
  return called(doing, untouched)
}

/** A user makes a call that the contract reverts. The transaction is still in a block. */
export function callInVain(doing: Doing): Outcome {
  return called(doing, [{ contract: 'proxy', artifact: 'VaultV3', fn: 'withdraw', args: () => [10n ** 30n] }])
}

function called({ world, member, at }: Doing, callables: readonly Callable[], times = 1): Outcome {
  const { to, artifact, fn, args } = callableOf(member, callables)
  mineBlock(world.chain, at, () => {
    for (let call = 0; call < times; call += 1) {
      const turn = countDone(member, 'call by hand')
      callContract(world.chain, { from: `user-${turn % 6}`, to, artifact, fn, args: args(turn) })
    }
  })
  const block = settle(world.chain, at)
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
