import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '#accounts/callers.ts'
import type { Headers } from './content.ts'
import type { ParsedRequest } from './parse-request.ts'
import type { Lookup } from './response-cache.ts'

/** A request with what is known about it so far. */
export type RequestState = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly parsed: ParsedRequest
  caller: Caller | undefined
  /** The ledger position that the answer must have reached; 0 when any will do. */
  least: number
  /** The integration that the caller declares. */
  integration: string | null
  /** How the response cache answered; undefined when it was not used. */
  lookup: Lookup | undefined
  /** The capability or tool that another protocol called last. */
  capability: string | undefined
  /** Headers of the answer, also when it is a refusal. */
  headers: Headers
}
