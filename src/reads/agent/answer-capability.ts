import type { Output } from '#contract/operations/index.ts'
import { answerOf, type CapabilityInput } from './capability.ts'
import type { AgentDeps } from './deps.ts'
import { CAPABILITIES } from './questions/index.ts'

/** Answers one capability from the reads that also answer REST operations, so that both agree. */
export async function readAgentCapability(
  input: CapabilityInput,
  deps: AgentDeps,
): Promise<Output<'agentCapability'>> {
  return answerOf(await CAPABILITIES[input.capability].answer(readInputOf(input), deps))
}

/**
 * The input without the parameters that its capability does not read. The answer lists the removed parameters as
 * ignored.
 */
function readInputOf(input: CapabilityInput): CapabilityInput {
  const { capability, integration: _, ignoredParameters = [], ...given } = input
  const { parameters } = CAPABILITIES[capability]
  const ignored = Object.keys(given).filter((name) => !parameters.includes(name))
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => parameters.includes(name)))
  return { capability, ...kept, ignoredParameters: [...ignoredParameters, ...ignored] }
}
