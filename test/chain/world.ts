import type { Database } from '#records/database.ts'
import { openTestDatabase } from '../database.ts'
import { startTestChain, type TestChain } from './node.ts'

/** A chain and the database in which its readings are stored. */
export type ChainWorld = AsyncDisposable & { readonly chain: TestChain; readonly database: Database }

/** Opens both. Call in `beforeAll`; dispose in `afterAll`. */
export async function openChainWorld(): Promise<ChainWorld> {
  const [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()])
  return {
    chain,
    database: opened.database,
    async [Symbol.asyncDispose]() {
      await chain[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}
