import { ChainFailure, type ChainFailureKind } from './failure.ts'
import type { Hex } from './parse.ts'

/** The code of an account that delegates to a contract by EIP-7702. Such an account still signs with its key. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/

/** The result of a call; undefined when it fails with a ChainFailure of one of these kinds. */
export async function unlessFailed<T>(
  call: Promise<T>,
  ...kinds: readonly ChainFailureKind[]
): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ChainFailure && kinds.includes(error.kind)) return undefined
    throw error
  }
}

/** The result of a call that reads state; undefined when no node keeps the state of that block. */
export function ifKept<T>(call: Promise<T>): Promise<T | undefined> {
  return unlessFailed(call, 'no_state')
}

/**
 * Whether the code of an address is that of a contract. An account that signs with its key has no code, or a
 * delegation.
 */
export function isContract(code: Hex): boolean {
  return code !== '0x' && !DELEGATED.test(code)
}
