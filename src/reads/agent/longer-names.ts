import { LIMITS } from '#contract/limits.ts'
import { phrasesBeyond } from '#domain/project/named-inside.ts'
import { getProjectCandidates } from '#records/project/project-candidates.ts'
import type { ReadDeps } from '../deps.ts'
import type { CapabilityInput } from './capability.ts'

/** What a question asks, with the text that it was read from and the words of the text that it leaves out. */
type Asked = {
  readonly input: CapabilityInput
  readonly unread: readonly string[]
  readonly text: string
}

/**
 * Replaces a name in a question by a longer phrase from its text, if a published project has the phrase as its name. In
 * “is old mill dead”, “mill” becomes “old mill” where a project is named “Old Mill”. The words of the longer name are
 * no longer left out. It reads candidates in one statement.
 */
export async function withLongerNames(
  { input, unread, text }: Asked,
  deps: Pick<ReadDeps, 'reader'>,
): Promise<Omit<Asked, 'text'>> {
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
  const added = new Set(names.flatMap((name) => (longer(name) === name ? [] : wordsIn(longer(name)))))
  const left = unread.map((one) =>
    wordsIn(one)
      .filter((word) => !added.has(word))
      .join(' '),
  )
  return {
    input: {
      ...input,
      ...(project !== undefined && { project: longer(project) }),
      ...(projects !== undefined && { projects: projects.map(longer) }),
    },
    unread: left.filter((one) => one !== ''),
  }
}

function wordsIn(text: string): readonly string[] {
  return text.split(' ')
}
