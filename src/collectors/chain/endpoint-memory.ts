import { getRpcEndpoints, saveChainHead, saveRpcEndpoint } from '#records/collecting/rpc-endpoints.ts'
import type { Database } from '#records/database.ts'
import type { EndpointMemory } from './endpoints.ts'

/** Stores the known state of the endpoints in the database, for all processes. */
export function rememberEndpoints(database: Database): EndpointMemory {
  return {
    load: () => getRpcEndpoints(database),
    save: (endpoint) => saveRpcEndpoint(endpoint, database),
    saveHead: (head) => saveChainHead(head, database),
  }
}
