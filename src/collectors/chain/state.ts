import { ChainFailure, type ChainFailureKind } from './failure.ts'

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
