import { type Input, OPERATIONS, type Output } from '#contract/operations/index.ts'
import { agentContract } from '#views/agent-contract.ts'
import type { ReadDeps } from './deps.ts'

export async function readAgentContract(
  input: Input<'agent'>,
  deps: Pick<ReadDeps, 'site'>,
): Promise<Output<'agent'>> {
  return agentContract({ ...input, operations: Object.values(OPERATIONS) }, deps.site)
}
