import { Refusal } from '../actions/refusal.ts'
import type { ChainState, PlannedBlock } from './state.ts'

/**
 * Replaces the newest blocks by other blocks at the same heights. The account `dropFrom` loses its transactions in
 * them, so its next deployment gets the same address again. Returns the first replaced block. @throws Refusal
 */
export function reorganise(chain: ChainState, input: { depth: number; dropFrom?: string }): { from: number } {
  const { depth, dropFrom } = input
  if (!Number.isInteger(depth) || depth < 1 || depth > maxDepth) {
    throw new Refusal('invalid_depth', `Invalid depth: expected a whole number from 1 to ${maxDepth}`)
  }
  const remaining = chain.blocks.slice(0, -depth)
  const tail = chain.blocks.slice(-depth)
  const dropped = dropFrom === undefined ? [] : transactionsOf(tail, dropFrom)
  if (dropFrom !== undefined && dropped.length === 0) {
    throw new Refusal('not_applicable', `No deployment of ${dropFrom} is in the last ${depth} blocks`)
  }
  if (dropped.some((transaction) => transaction.to !== undefined)) {
    throw new Refusal(
      'not_applicable',
      `The last ${depth} blocks hold calls of ${dropFrom}, which can't be dropped`,
    )
  }
  chain.generation += 1
  const replaced = tail.map(
    (block): PlannedBlock => ({
      timestamp: block.timestamp,
      generation: chain.generation,
      transactions: block.transactions.filter((transaction) => transaction.from !== dropFrom),
    }),
  )
  chain.blocks = [...remaining, ...replaced]
  if (dropFrom !== undefined)
    forget(chain, { account: dropFrom, after: remaining.length, count: dropped.length })
  return { from: remaining.length + 1 }
}

const maxDepth = 64

function transactionsOf(blocks: readonly PlannedBlock[], account: string) {
  return blocks.flatMap((block) => block.transactions).filter((transaction) => transaction.from === account)
}

function forget(chain: ChainState, input: { account: string; after: number; count: number }): void {
  const nonce = chain.nonces.get(input.account) ?? 0
  chain.nonces.set(input.account, nonce - input.count)
  for (const [key, record] of chain.contracts) {
    if (record.createdBy === input.account && record.block > input.after) chain.contracts.delete(key)
  }
}
