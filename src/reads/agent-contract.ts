import { type Input, type Output, READS } from '#contract/operations/index.ts'
import { agentContract } from '#views/agent-contract.ts'
import type { ReadDeps } from './deps.ts'

export async function readAgentContract(
  input: Input<'agent'>,
  deps: Pick<ReadDeps, 'site'>,
): Promise<Output<'agent'>> {
  return agentContract({ ...input, operations: READS }, deps.site)
}
