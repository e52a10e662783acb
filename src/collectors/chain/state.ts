import { ChainFailure, type ChainFailureKind } from './failure.ts'
import type { Hex } from './parse.ts'

/** The code of an account that delegated to a contract by EIP-7702, and still signs with its key. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/

/** The answer to a call; undefined when it fails in one of these ways. */
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

/** The answer to a question about the state of a block; undefined when no node keeps that state. */
export function ifKept<T>(call: Promise<T>): Promise<T | undefined> {
  return unlessFailed(call, 'no_state')
}

/**
 * Whether the code of an address is that of a contract. An account that signs with its key has none, or has delegated.
 */
export function isContract(code: Hex): boolean {
  return code !== '0x' && !DELEGATED.test(code)
}
