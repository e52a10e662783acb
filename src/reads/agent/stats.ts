import type { Input, Output } from '#contract/operations/index.ts'
import { addDays, dateOf } from '#contract/time.ts'
import { getAgentCalls } from '#records/accounts/agent-calls.ts'
import { agentStats } from '#views/agent/stats.ts'
import type { ReadDeps } from '../deps.ts'

export async function readAgentStats(
  input: Input<'agentStats'>,
  { reader, now }: Pick<ReadDeps, 'reader' | 'now'>,
): Promise<Output<'agentStats'>> {
  return agentStats(await getAgentCalls({ from: addDays(dateOf(now), 1 - input.days) }, reader), input)
}
