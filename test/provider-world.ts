import type { Database } from '#records/database.ts'
import { type AnsweringServer, startAnsweringServer } from './answering-server.ts'
import { openTestDatabase } from './database.ts'

/** A server that answers as a provider, and the database in which its readings are stored. */
export type ProviderWorld = AsyncDisposable & {
  readonly server: AnsweringServer
  readonly database: Database
}

/** Opens both. Call in `beforeAll`; dispose in `afterAll`. */
export async function openProviderWorld(): Promise<ProviderWorld> {
  const opened = await openTestDatabase()
  const server = await startAnsweringServer()
  return {
    server,
    database: opened.database,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}
