import { type Static, Type } from 'typebox'
import { described, namedObject } from './enums.ts'
import { ERRORS, ErrorCode, ErrorEnvelope, type Failure } from './errors.ts'
import { known } from './known.ts'
import { AgentCandidates } from './shapes/agent-candidate.ts'

const { message, requestId, retryable, retryAfterSeconds, detail, scan_url } = ErrorEnvelope.properties

const AgentErrorBody = namedObject('AgentErrorBody', {
  code: described(ErrorCode, 'Stable machine code'),
  message,
  detail,
  scan_url,
  candidatesTotal: Type.Optional(AgentCandidates.candidatesTotal),
  candidates: Type.Optional(AgentCandidates.candidates),
})

/**
 * A refusal of an address under /api/agent. Only here `error` is an object; everywhere else `error` is the code.
 * @source contract, Error envelope
 */
export const AgentError = namedObject('AgentError', {
  error: AgentErrorBody,
  requestId,
  retryable,
  retryAfterSeconds,
})
export type AgentError = Static<typeof AgentError>

/** The refusal in the form of the agent contract. */
export function agentErrorOf(failure: Failure, requestId: string): AgentError {
  const { detail, retryAfterSeconds, scanUrl, candidates } = failure.extra
  return {
    error: {
      code: failure.code,
      message: failure.message,
      ...known({ detail, scan_url: scanUrl }),
      ...(candidates === undefined
        ? {}
        : { candidatesTotal: candidates.candidatesTotal, candidates: [...candidates.candidates] }),
    },
    requestId,
    retryable: ERRORS[failure.code].retryable,
    ...known({ retryAfterSeconds }),
  }
}
