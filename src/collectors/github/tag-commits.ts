import { textAt } from '../json-field.ts'
import { type GithubDeps, requestGithub } from './api.ts'

/** Maximum number of tags that one reading looks up. */
const MAX_LOOKUPS = 20

/** The commits that tags name now. A reading requests each tag once. */
export type TagCommits = {
  /** The commit of a tag. Undefined when GitHub does not give it, and when the reading has looked up enough tags. */
  readonly commitOf: (tag: string) => Promise<string | undefined>
  /** False when a lookup failed that may succeed in the next reading. */
  readonly isFinished: () => boolean
}

/** Looks up tags through the list of commits, because the answer about one commit includes its whole difference. */
export function openTagCommits({ path }: { readonly path: string }, deps: GithubDeps): TagCommits {
  const asked = new Map<string, string | undefined>()
  let finished = true
  return {
    isFinished: () => finished,
    async commitOf(tag) {
      if (asked.has(tag) || asked.size >= MAX_LOOKUPS) return asked.get(tag)
      const query = new URLSearchParams({ sha: tag, per_page: '1' })
      const answer = await requestGithub({ path: `${path}/commits?${query}`, optional: true }, deps)
      const [row]: readonly unknown[] =
        answer.kind === 'value' && Array.isArray(answer.value) ? answer.value : []
      const sha = textAt(row, 'sha')
      asked.set(tag, sha)
      if (answer.kind === 'failed' && PASSING.includes(answer.collected.outcome)) finished = false
      return sha
    },
  }
}

const PASSING: readonly string[] = ['rate_limited', 'unavailable']
