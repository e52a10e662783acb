import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { ReadDeps } from '../deps.ts'

/** Answers one capability. */
export async function readAgentCapability(
  _input: Input<'agentCapability'>,
  _deps: ReadDeps,
): Promise<Output<'agentCapability'>> {
  return fail('unavailable')
}
