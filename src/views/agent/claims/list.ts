import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { say } from '../say.ts'

/** A list that cannot be produced: it is unknown, not empty. */
export function unavailableClaim(name: string, reason: string | undefined): AgentClaim {
  return { kind: 'UNKNOWN', ...say`The list of ${name} cannot be produced (${reason}). It is not empty.` }
}
