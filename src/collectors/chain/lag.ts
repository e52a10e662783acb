import { type Instant, msOf } from '#contract/time.ts'
import type { Collected } from '../collector.ts'
import { blockOf } from './head.ts'
import type { Block } from './parse.ts'
import type { Chain } from './rpc.ts'

/** The pause between two runs. */
const BETWEEN_RUNS_MS = 10_000

type Lag = Pick<Collected, 'continues' | 'readUpTo' | 'partial'>

/**
 * How far a reading of the blocks `start` to `readTo` is behind the safe block: up to when it is complete, that it
 * continues at once, and in words how long it takes to catch up. Empty when the reading reached the safe block. A
 * stream that is behind is never fresh.
 * @throws ChainFailure
 */
export async function readLag(
  read: { readonly start: number; readonly readTo: number; readonly safe: Block; readonly began: Instant },
  { chain, clock }: { readonly chain: Pick<Chain, 'block'>; readonly clock: () => Instant },
): Promise<Lag> {
  const { start, readTo, safe, began } = read
  if (readTo >= safe.number) return {}
  const [first, last] = await Promise.all([
    blockOf({ blockNumber: start }, chain),
    blockOf({ blockNumber: Math.max(0, readTo) }, chain),
  ])
  const words = forecast({ first, last, safe, readingMs: msOf(clock()) - msOf(began) })
  const partial = `blocks ${first.number} to ${last.number} of ${safe.number} read, ${words}`
  return { ...(last.number < first.number ? {} : { continues: true }), readUpTo: last.at, partial }
}

function forecast(read: Record<'first' | 'last' | 'safe', Block> & { readonly readingMs: number }): string {
  const { first, last, safe, readingMs } = read
  const growth = (safe.number - first.number) / Math.max(1, msOf(safe.at) - msOf(first.at))
  const gained = (last.number - first.number + 1) / (readingMs + BETWEEN_RUNS_MS) - growth
  if (gained <= 0) return 'at this pace it never is level with the chain'
  const minutes = Math.ceil((safe.number - last.number) / gained / 60_000)
  return `at this pace it is level with the chain in ${inWords(minutes)}`
}

function inWords(minutes: number): string {
  if (minutes < 120) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours < 72 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
