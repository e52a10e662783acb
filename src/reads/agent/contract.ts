import { type Input, type Output, READS } from '#contract/operations/index.ts'
import { agentContract } from '#views/agent/contract.ts'
import type { ReadDeps } from '../deps.ts'
import { readAgentCapability } from './ask.ts'

/** The agent contract; with a capability, its answer. */
export async function readAgent(input: Input<'agent'>, deps: ReadDeps): Promise<Output<'agent'>> {
  const { capability } = input
  return capability === undefined
    ? agentContract({ ...input, operations: READS }, deps.site)
    : readAgentCapability({ ...input, capability }, deps)
}
