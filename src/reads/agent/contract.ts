import { type Input, type Output, READS } from '#contract/operations/index.ts'
import { agentContract } from '#views/agent/contract.ts'
import { type OpenDeps, onOneSnapshot, type ServiceFacts } from '../deps.ts'
import { readAgentCapability } from './answer-capability.ts'
import type { AgentDeps } from './deps.ts'
import { OFFERED } from './questions/index.ts'

const answer = onOneSnapshot(readAgentCapability)

/** The agent contract, which reads no record. With a capability: the answer of that capability. */
export async function readAgent(
  input: Input<'agent'>,
  deps: OpenDeps & Pick<AgentDeps, 'checked'> & { readonly service: Pick<ServiceFacts, 'requestsPerMinute'> },
): Promise<Output<'agent'>> {
  const { capability } = input
  const { requestsPerMinute } = deps.service
  return capability === undefined
    ? agentContract({ ...input, requestsPerMinute, operations: READS, offers: OFFERED }, deps.site)
    : answer({ ...input, capability }, deps)
}
