import type { Database } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { startTestChain, type TestChain } from './node.ts'

/** A chain and the database in which its readings are stored. */
type ChainWorld = { readonly chain: TestChain; readonly database: Database }

/** Opens the chain and the database, until after the last test of a file. Call it outside of tests. */
export async function fileChainWorld(): Promise<ChainWorld> {
  const [chain, { database }] = await Promise.all([forFile(startTestChain()), fileDatabase()])
  return { chain, database }
}
