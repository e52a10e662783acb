import { LIMITS } from '#contract/limits.ts'
import { phrasesBeyond } from '#domain/project/named-inside.ts'
import { getProjectCandidates } from '#records/project/project-candidates.ts'
import type { ReadDeps } from '../deps.ts'
import type { CapabilityInput } from './capability.ts'

/**
 * A question with each name as a published project has it in the text that the question was read from: “old mill” in place
 * of “mill”, where “is old mill dead” was asked and a project is named “Old Mill”. A longer name wins. One statement.
 */
export async function withLongerNames(
  input: CapabilityInput,
  { text, deps }: { readonly text: string; readonly deps: Pick<ReadDeps, 'reader'> },
): Promise<CapabilityInput> {
  const { project, projects } = input
  const names = [project, projects].flat().filter((name) => name !== undefined)
  const beyond = new Map(names.map((name) => [name, phrasesBeyond(text, name)]))
  const words = [...beyond.values()].flatMap((phrases) => phrases.map((phrase) => phrase.text))
  const candidates = await getProjectCandidates({ words, limit: LIMITS.agentCandidates }, deps.reader)
  const published = new Set(
    words.filter((_, index) => candidates[index]?.projects.some(({ by }) => by === 'name')),
  )
  const longer = (name: string) => {
    const found = beyond.get(name)?.find((phrase) => published.has(phrase.text))
    return found === undefined ? name : found.withName
  }
  return {
    ...input,
    ...(project !== undefined && { project: longer(project) }),
    ...(projects !== undefined && { projects: projects.map(longer) }),
  }
}
