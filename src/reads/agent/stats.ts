import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { ReadDeps } from '../deps.ts'

export async function readAgentStats(
  _input: Input<'agentStats'>,
  _deps: Pick<ReadDeps, 'reader'>,
): Promise<Output<'agentStats'>> {
  return fail('unavailable')
}
