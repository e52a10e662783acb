import { afterAll, beforeAll } from 'vitest'
import { openParserThread, type ParserThread } from '#collectors/parser-thread/parser-thread.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Database } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { type AnsweringServer, startAnsweringServer } from '#test/servers/answering-server.ts'

/** A server that answers as a provider, the thread that parses its answers, and the database of its readings. */
type ProviderWorld = {
  readonly server: AnsweringServer
  readonly parserThread: ParserThread
  readonly database: Database
}

/** Opens a world for the tests of a file. */
export function useProviderWorld(): ProviderWorld {
  const parserThread = openParserThread()
  // The server and the database are there before the first test.
  const world = Object.assign({} as { -readonly [K in keyof ProviderWorld]: ProviderWorld[K] }, {
    parserThread,
  })
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
    world.database = opened.database
    world.server = await startAnsweringServer()
  })
  afterAll(async () => {
    await parserThread[Symbol.asyncDispose]()
    await world.server[Symbol.asyncDispose]()
    await opened[Symbol.asyncDispose]()
  })
  return world
}

let addresses = 0

/** An address that no other test of the file has. */
export function nextAddress(): ContractAddress {
  addresses += 1
  return `0x${String(addresses).padStart(40, '0')}` as ContractAddress
}
