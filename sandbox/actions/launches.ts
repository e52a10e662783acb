import { moveCurve, nextCurveMove } from '../chain/curves.ts'
import { type CurveMove, mineBlock, settle } from '../chain/state.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

const summaries: Readonly<Record<CurveMove, string>> = {
  buy: 'Bought on the launch curve of',
  graduate: 'Ended the launch curve of',
  fund: 'Gave liquidity to the launch pool of',
}

/** Moves a launch on a curve to its next stage: the first trade, the end of the curve, the liquidity of the pool. */
export function launchStage({ world, member, at }: Doing): Outcome {
  const { slug } = member.plan
  const token = member.contracts.get('token')
  const factory = world.shared.get('factory')
  const move = token && nextCurveMove(world.chain, token)
  if (!token || !factory || !move)
    throw new Refusal('not_applicable', `${slug} has no launch on a curve that can go on`)
  mineBlock(world.chain, at, () => moveCurve(world.chain, move, { factory, token }))
  const block = settle(world.chain, at)
  return { summary: `${summaries[move]} ${slug}`, details: { token, move, block } }
}
