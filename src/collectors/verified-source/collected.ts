import type { ContractAddress } from '#contract/ids.ts'
import { HOUR_MS } from '#contract/time.ts'
import { decodeMethods, saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { noteMissingInterfaces, saveInterface } from '#records/contracts/interfaces.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import { unreadable } from '../json-answer.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import type { SourceAnswer } from './abi.ts'

/**
 * Minimum time between the two answers without verified source that end an interface. A single one can be a mistake of
 * the provider.
 */
const CONFIRM_MS = HOUR_MS

/**
 * The reading of a parsed answer about a contract's source. An answer with another interface replaces the earlier
 * interface at once. An answer that the source is not verified ends the earlier interface only when it comes a second
 * time. A verified source without an interface changes nothing. An undefined answer had another form, and fails the
 * reading.
 */
export function collectedSource(
  input: {
    answer: SourceAnswer | typeof ENDED | undefined
    contract: ContractAddress
    provider: string
    digest: string
  },
  leased: StreamToRead,
): Collected {
  const { answer, contract, provider, digest } = input
  const { projectId, sourceId } = leased
  if (answer === ENDED) return unreadable('the contract took too long to parse').collected
  if (answer === undefined) return unreadable('the answer describes no contract').collected
  if (answer.kind === 'not_verified') {
    return {
      outcome: 'fresh',
      detail: answer.because,
      digest,
      position: {},
      save: (writer, { now }) =>
        noteMissingInterfaces({ projectId, contract, provider, confirmMs: CONFIRM_MS, now }, writer),
    }
  }
  if (answer.kind === 'no_interface')
    return {
      outcome: 'fresh',
      detail: 'verified, without an interface',
      digest,
      position: { withoutInterface: true },
    }
  const { match, verifiedAt } = answer
  const { methods, unread, ...abi } = answer.abi
  const found = { ...abi, contract, projectId, sourceId, provider, match, verifiedAt }
  return {
    outcome: 'fresh',
    digest,
    position: {},
    ...(unread > 0
      ? { partial: `entries of the interface that could not be read, or not in whole: ${unread}` }
      : {}),
    save: async (writer, { now }) => {
      await saveInterface({ ...found, observedAt: now }, writer)
      await saveInterfaceMethods({ digest: abi.digest, methods }, writer)
      await decodeMethods({ projectId, now }, writer)
    },
  }
}
