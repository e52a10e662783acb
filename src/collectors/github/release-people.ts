import type { ReleaseChanges } from '#domain/evidence.ts'
import { excludedCommits } from '#domain/ships/commit-streams.ts'
import type { Work } from '#domain/ships/substance.ts'
import { type GithubDeps, requestGithub } from './api.ts'
import { workOfCommit } from './changes-read.ts'
import { type ListedCommit, parseCommit } from './commit-list.ts'
import { PART_SIZE } from './listing.ts'
import { type ComparedRepository, readOwnCommits, withUpstream } from './upstream.ts'

/** Maximum number of commits of a range that are read one by one. A longer range counts as not read. */
const READ_PER_RELEASE = 30

/** Finds the changes that people made in a release. */
export type People = {
  readonly workIn: (range: {
    readonly commits: readonly ListedCommit[]
    readonly tag: string
    /** The changes of all commits of the range together. */
    readonly changes: Work
  }) => Promise<{ readonly changes: ReleaseChanges } | 'failed' | 'limited'>
}

/**
 * Judges the commits of releases. Commits around a script's commit show that it is a script, so the commits before the
 * newest release are listed once for all releases.
 */
export function openPeople(repo: ComparedRepository, deps: GithubDeps): People {
  const { path } = repo
  let own: Awaited<ReturnType<typeof readOwnCommits>> | undefined
  let around: readonly ListedCommit[] | undefined
  return {
    async workIn({ commits: range, tag, changes }) {
      own ??= await readOwnCommits(repo, deps)
      if (own.kind === 'failed') return own.collected.outcome === 'rate_limited' ? 'limited' : 'failed'
      const commits = withUpstream(range, own)
      const known = excludedCommits(commits)
      if (commits.every(({ sha }) => known.has(sha))) return { changes: 'automated' }
      if (around === undefined) {
        const listed = await listBefore({ path, tag }, deps)
        if (typeof listed === 'string') return listed
        around = listed
      }
      const together = new Map([...around, ...commits].map((commit) => [commit.sha, commit]))
      const excluded = excludedCommits([...together.values()])
      const byPeople = commits.filter(({ sha }) => !excluded.has(sha))
      if (byPeople.length === 0) return { changes: 'automated' }
      // What people alone changed in such a range is what the range changed.
      if (byPeople.length === commits.length) return { changes }
      const work = await workOfEach(byPeople, { ...deps, path })
      if (work === 'failed' || work === 'limited') return work
      return { changes: work === 'none' ? 'automated' : work }
    },
  }
}

/** The commits up to a tag, including the tag's own; empty when GitHub does not list them. */
async function listBefore(
  { path, tag }: { readonly path: string; readonly tag: string },
  deps: GithubDeps,
): Promise<readonly ListedCommit[] | 'failed' | 'limited'> {
  const query = new URLSearchParams({ sha: tag, per_page: String(PART_SIZE) })
  const answer = await requestGithub({ path: `${path}/commits?${query}`, optional: true }, deps)
  if (answer.kind === 'not_modified') return 'failed'
  if (answer.kind === 'value') {
    const items = Array.isArray(answer.value) ? answer.value : []
    return items.map(parseCommit).filter((commit) => commit !== undefined)
  }
  if (answer.collected.outcome === 'rate_limited') return 'limited'
  return answer.collected.outcome === 'unavailable' ? 'failed' : []
}

/** Reads commits, newest first, until one has work. */
async function workOfEach(
  commits: readonly ListedCommit[],
  deps: GithubDeps & { readonly path: string },
): Promise<Work | 'failed' | 'limited'> {
  let isRead = commits.length <= READ_PER_RELEASE
  for (const { sha, parents } of commits.toReversed().slice(0, READ_PER_RELEASE)) {
    const work = await workOfCommit({ path: `${deps.path}/commits/${sha}`, isFirst: parents === 0 }, deps)
    if (work !== 'none' && work !== 'not_read') return work
    isRead &&= work === 'none'
  }
  return isRead ? 'none' : 'not_read'
}
