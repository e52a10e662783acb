import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { decodeMethods, saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { saveInterface, supersedeInterfaces } from '#records/contracts/interfaces.ts'
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

/** The answer as a reading. A new interface is saved, and an old one that is no longer published is superseded. */
export function collectedSource(
  input: { answer: SourceAnswer; contract: ContractAddress; provider: string; digest: string },
  leased: StreamToRead,
): Collected {
  const { answer, contract, provider, digest } = input
  if (answer.kind === 'not_verified') {
    return {
      outcome: 'fresh',
      detail: answer.because,
      digest,
      save: (writer, { now }) =>
        supersedeInterfaces({ projectId: leased.projectId, contract, provider, now }, writer),
    }
  }
  return {
    outcome: 'fresh',
    digest,
    save: async (writer, { now }) => {
      const { methods, ...abi } = answer.abi
      await saveInterface(
        {
          contract,
          projectId: leased.projectId,
          sourceId: leased.sourceId,
          provider,
          ...abi,
          match: answer.match,
          verifiedAt: answer.verifiedAt,
          observedAt: now,
        },
        writer,
      )
      await saveInterfaceMethods({ digest: abi.digest, methods }, writer)
      await decodeMethods({ projectId: leased.projectId, now }, writer)
    },
  }
}
