import { ChainFailure } from './failure.ts'

/** The answer to a question about the state of a block; undefined when no node keeps that state. */
export async function ifKept<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ChainFailure && error.kind === 'no_state') return undefined
    throw error
  }
}
