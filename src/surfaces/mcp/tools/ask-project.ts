import { Failure, fail } from '#contract/errors.ts'
import { parseAddress, parseSlug } from '#contract/ids.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer, AgentSubject } from '#contract/shapes/agent-answer.ts'
import type { ProjectReference } from '#contract/shapes/project-reference.ts'
import { guessWords } from '#views/agent/reading.ts'
import { quote } from '#views/agent/words.ts'
import type { Ask, AskedInput, AskedName } from '../../protocol.ts'

/** The project that an answer is about, and how its words were read where that is a guess. */
export type About = { readonly project: ProjectReference; readonly read: readonly string[] }

/**
 * Asks a read of one project. Words that are no published slug are looked up as a name, symbol or contract.
 * @throws Failure not_found with the nearest names, and ambiguous_name with candidates
 */
export async function askProject<N extends AskedName>(
  of: { readonly name: N; readonly words: string; readonly query?: AskedInput['query'] },
  ask: Ask,
): Promise<{ readonly answer: Output<N>; readonly about: About }> {
  const { name, words, query = {} } = of
  try {
    if (parseSlug(words) !== undefined) {
      const answer = await ask(name, { path: { slug: words }, query })
      return { answer, about: { project: projectOf(answer), read: [] } }
    }
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'not_found') throw thrown
  }
  const about = await findProject(words, ask)
  return { answer: await ask(name, { path: { slug: about.project.slug }, query }), about }
}

/** The one published project that words name. @throws Failure not_found, and ambiguous_name with candidates */
export async function findProject(words: string, ask: Ask): Promise<About> {
  const named = parseAddress(words) === undefined ? { project: words } : { contract: words }
  const { subject, query } = await ask('agentCapability', {
    path: { capability: 'built_on' },
    query: named,
  })
  return subject === undefined ? fail('not_found') : aboutOf(subject, query)
}

/** The project of an agent's answer, and how its words were read. */
export function aboutOf(subject: AgentSubject, { notUnderstood = [] }: AgentAnswer['query']): About {
  const { slug, name, url, matchedBy, matchedWords = '' } = subject
  const left = notUnderstood.map((words) => quote(words).text).join(', ')
  return {
    project: { slug, name, url },
    read: [
      ...guessWords({ slug, name, matchedBy, words: matchedWords }),
      ...(left === '' ? [] : [`Not understood: ${left}.`]),
    ],
  }
}

/** The project of an answer, wherever its read has it. */
function projectOf(answer: unknown): ProjectReference {
  const { project, identity, slug, name, url } = answer as Readonly<Record<string, unknown>>
  return (project ?? identity ?? { slug, name, url }) as ProjectReference
}
