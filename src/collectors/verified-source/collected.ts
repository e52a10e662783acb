import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { decodeMethods, saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { saveInterface, supersedeInterfaces } from '#records/contracts/interfaces.ts'
import type { ClaimedStream, Collected } from '../collector.ts'
import type { AbiSummary } from './abi.ts'

/** What an explorer says of a contract's source. */
export type SourceAnswer =
  | {
      readonly kind: 'verified'
      readonly abi: AbiSummary
      readonly match: 'exact' | 'partial'
      readonly verifiedAt: Instant | null
    }
  /** A definite answer: nobody published the source of this contract there. */
  | { readonly kind: 'not_verified'; readonly because: string }

/** The answer as a reading: what is held now is saved, what was held before and is no longer is superseded. */
export function collectedSource(
  input: { answer: SourceAnswer; contract: ContractAddress; provider: string; digest: string },
  claimed: ClaimedStream,
): Collected {
  const { answer, contract, provider, digest } = input
  if (answer.kind === 'not_verified') {
    return {
      outcome: 'fresh',
      detail: answer.because,
      digest,
      save: (writer, { now }) =>
        supersedeInterfaces({ projectId: claimed.projectId, contract, provider, now }, writer),
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
          projectId: claimed.projectId,
          sourceId: claimed.sourceId,
          provider,
          ...abi,
          match: answer.match,
          verifiedAt: answer.verifiedAt,
          observedAt: now,
        },
        writer,
      )
      await saveInterfaceMethods({ digest: abi.digest, methods }, writer)
      await decodeMethods({ projectId: claimed.projectId, now }, writer)
    },
  }
}
