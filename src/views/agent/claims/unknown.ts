import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { say } from '../say.ts'

/** What is unknown as a line: of which project, where several are asked for, and what must not be concluded. */
export function unknownClaim({ project, statement, doNotConclude, reason }: AgentUnknown): AgentClaim {
  return { kind: 'UNKNOWN', ...say`${project && `${project}: `}${statement} ${doNotConclude}`, reason }
}
