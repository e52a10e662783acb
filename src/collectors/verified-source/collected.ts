import type { ContractAddress } from '#contract/ids.ts'
import { HOUR_MS, type Instant } from '#contract/time.ts'
import { decodeMethods, saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { noteMissingInterfaces, saveInterface } from '#records/contracts/interfaces.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import type { AbiSummary } from './abi.ts'

/** An explorer's answer about a contract's source. */
export type SourceAnswer =
  | {
      readonly kind: 'verified'
      readonly abi: AbiSummary
      readonly match: 'exact' | 'partial'
      readonly verifiedAt: Instant | null
    }
  /** A definite answer: the source of this contract is not published there. */
  | { readonly kind: 'not_verified'; readonly because: string }

/** One answer can be a mistake of the provider; the second must come this much later. */
const CONFIRM_MS = HOUR_MS

/** The answer as a reading. A new interface supersedes the old one; without one, the second such answer does. */
export function collectedSource(
  input: { answer: SourceAnswer; contract: ContractAddress; provider: string; digest: string },
  leased: StreamToRead,
): Collected {
  const { answer, contract, provider, digest } = input
  const { projectId, sourceId } = leased
  if (answer.kind === 'not_verified') {
    return {
      outcome: 'fresh',
      detail: answer.because,
      digest,
      save: (writer, { now }) =>
        noteMissingInterfaces({ projectId, contract, provider, confirmMs: CONFIRM_MS, now }, writer),
    }
  }
  const { match, verifiedAt } = answer
  const { methods, ...abi } = answer.abi
  const found = { ...abi, contract, projectId, sourceId, provider, match, verifiedAt }
  return {
    outcome: 'fresh',
    digest,
    save: async (writer, { now }) => {
      await saveInterface({ ...found, observedAt: now }, writer)
      await saveInterfaceMethods({ digest: abi.digest, methods }, writer)
      await decodeMethods({ projectId, now }, writer)
    },
  }
}
