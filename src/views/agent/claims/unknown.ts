import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { say } from '../say.ts'

/**
 * An unknown as a claim, with the conclusion that it does not allow. It names the project where several are asked for.
 */
export function unknownClaim({ project, statement, doNotConclude, reason }: AgentUnknown): AgentClaim {
  return { kind: 'UNKNOWN', ...say`${project && `${project}: `}${statement} ${doNotConclude}`, reason }
}
