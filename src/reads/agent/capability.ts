import { fail } from '#contract/errors.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { Input } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Offer } from '#views/agent/offer.ts'
import { withReading } from '#views/agent/reading.ts'
import type { Named } from '#views/agent/subject.ts'
import type { CapabilityWords } from './capability-words.ts'
import type { AgentDeps } from './deps.ts'
import type { OfCapability } from './named-inside.ts'
import { resolveProject } from './resolve.ts'

/** A question to a capability, with the parameters that it reads. */
export type CapabilityInput = Input<'agentCapability'>

/** An answer, and the projects that its question named. */
type CapabilityAnswer = { readonly answer: AgentAnswer; readonly named: readonly Named[] }

/** A question that REST and A2A answer in the same words. */
export type Capability = Offer & {
  readonly words: CapabilityWords
  /** @throws Failure not_found, ambiguous_name with candidates, invalid_parameter */
  readonly answer: (input: CapabilityInput, deps: AgentDeps) => Promise<CapabilityAnswer>
}

/** A question about one project. */
type OfProject = {
  readonly input: CapabilityInput
  readonly named: Named
  readonly query: AgentAnswer['query']
}

/** Defines a capability about one project. The parameter `project` or `contract` names the project. */
export function projectCapability(
  row: Omit<Capability, 'parameters' | 'answer'> & {
    readonly answer: (of: OfProject, deps: AgentDeps) => Promise<AgentAnswer>
  },
): Capability {
  return {
    ...row,
    parameters: ['project', 'contract'],
    async answer(input, deps) {
      const named = await requireProject(input, { ...deps, words: row.words })
      const answer = await row.answer({ input, named, query: queryOf(input, named) }, deps)
      return { answer, named: [named] }
    },
  }
}

/**
 * The one project that a question names. @throws Failure as resolveProject does, and invalid_parameter where no project
 * is named
 */
export async function requireProject(
  input: Pick<CapabilityInput, 'project' | 'contract'>,
  deps: AgentDeps & OfCapability,
): Promise<Named> {
  const named = await resolveProject(input, deps)
  return named ?? refuseMissing('project', 'a slug, a name or a ticker, or a `contract`')
}

/** Refuses a question without a parameter that its capability needs. @throws Failure invalid_parameter */
export function refuseMissing(parameter: string, expected: string): never {
  return fail('invalid_parameter', {
    message: `Missing \`${parameter}\`: expected ${expected}.`,
    detail: { parameter, expected },
  })
}

/** The question as understood: the project that was found, and the parameters that were ignored. */
export function queryOf(input: CapabilityInput, named: Named | undefined): AgentAnswer['query'] {
  const { capability, contract } = input
  return {
    capability,
    ...known({ project: named?.slug }),
    ...(contract === undefined ? {} : { contract: `${CHAIN_ID}:${contract as `0x${string}`}` as const }),
    ...ignoredField(input),
  }
}

/** The answer of a capability, with notes on guessed names and on words that it leaves out. */
export function answerOf({ answer, named }: CapabilityAnswer): AgentAnswer {
  const unread = named.flatMap((one) => (one.unread === undefined ? [] : one.unread))
  return withReading(answer, { guesses: named, unread })
}
