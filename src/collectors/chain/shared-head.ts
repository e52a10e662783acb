import type { BlockHeads } from './head.ts'
import type { Block } from './parse.ts'
import type { Chain } from './rpc.ts'

/** How long heads are shared. A safe block is minutes old in any case. */
const SHARED_MS = 10_000

/**
 * A client whose readings share the heads for ten seconds, which saves three calls a reading. The heads are read again
 * after a failure, and when the safe block has another hash because the chain was reorganised.
 */
export function shareHead<C extends Pick<Chain, 'head' | 'block'>>(chain: C, timer: () => number): C {
  let shared: { readonly head: Promise<BlockHeads>; readonly untilMs: number } | undefined
  let safe: Block | undefined
  return {
    ...chain,
    async head() {
      if (shared === undefined || timer() >= shared.untilMs)
        shared = { head: chain.head(), untilMs: timer() + SHARED_MS }
      const current = shared
      try {
        const head = await current.head
        safe = head.safe
        return head
      } catch (error) {
        if (shared === current) shared = undefined
        throw error
      }
    },
    async block(at) {
      const block = await chain.block(at)
      if (block?.number === safe?.number && block?.hash !== safe?.hash) shared = undefined
      return block
    },
  }
}
