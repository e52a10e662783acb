import { type Input, type Output, READS } from '#contract/operations/index.ts'
import { agentContract } from '#views/agent/contract.ts'
import { type OpenDeps, onOneSnapshot } from '../deps.ts'
import { readAgentCapability } from './ask.ts'

const ask = onOneSnapshot(readAgentCapability)

/** The agent contract, for which no record is read; with a capability, its answer. */
export async function readAgent(input: Input<'agent'>, deps: OpenDeps): Promise<Output<'agent'>> {
  const { capability } = input
  return capability === undefined
    ? agentContract({ ...input, operations: READS }, deps.site)
    : ask({ ...input, capability }, deps)
}
