import { type CalendarDate, dateOf, type Instant, mondayOf, msOf } from '#contract/time.ts'
import { type Commit, humanCommits } from '#domain/commit-streams.ts'
import { isSubstantive } from '#domain/substance.ts'
import { askGithub, type GithubDeps } from './api.ts'
import { parseChangedFiles } from './commit-list.ts'

const READ_PER_WEEK = 10
const READ_PER_READING = 60

/** The commits with the files of those that were read, and what need not be read again. */
export type ChangesRead = {
  readonly commits: readonly Commit[]
  /** Commits known to change nothing of substance. */
  readonly plain: readonly string[]
}

/**
 * Reads what commits changed, newest week first, in each week until one is substantive. Weeks named in `settled` are
 * not read. Ends early, leaving the rest unread, at the first failure: the listing itself stands without it.
 */
export async function readChanges(
  input: {
    readonly commits: readonly Commit[]
    /** Commits dated later are not read: no week holds them. */
    readonly until: Instant
    readonly settled: ReadonlySet<CalendarDate>
    readonly plain: ReadonlySet<string>
    readonly path: string
  },
  deps: GithubDeps,
): Promise<ChangesRead> {
  const read = new Map<string, Commit['files']>()
  const plain = new Set(input.commits.filter(({ sha }) => input.plain.has(sha)).map(({ sha }) => sha))
  let left = READ_PER_READING
  for (const [monday, commits] of newestWeekFirst(input)) {
    if (input.settled.has(monday)) continue
    const unread = commits.filter(({ sha }) => !plain.has(sha)).slice(0, READ_PER_WEEK)
    for (const { sha } of unread) {
      if (left === 0) break
      left -= 1
      const files = await filesOf(`${input.path}/commits/${sha}`, deps)
      if (files === 'failed') {
        left = 0
        break
      }
      if (files === null) continue
      read.set(sha, files)
      if (files.some(isSubstantive)) break
      plain.add(sha)
    }
  }
  const commits = input.commits.map((commit) => ({ ...commit, files: filesKnown(commit, read, plain) }))
  return { commits, plain: [...plain] }
}

function newestWeekFirst(input: {
  readonly commits: readonly Commit[]
  readonly until: Instant
}): readonly (readonly [CalendarDate, readonly Commit[]])[] {
  const dated = humanCommits(input.commits).filter(
    ({ committedAt }) => msOf(committedAt) <= msOf(input.until),
  )
  const weeks = Map.groupBy(dated, ({ committedAt }) => mondayOf(dateOf(committedAt)))
  return [...weeks].toSorted(([a], [b]) => (a < b ? 1 : -1))
}

function filesKnown(commit: Commit, read: ReadonlyMap<string, Commit['files']>, plain: ReadonlySet<string>) {
  return read.get(commit.sha) ?? (plain.has(commit.sha) ? [] : null)
}

/** Null when the answer holds too few of the files to tell. */
async function filesOf(path: string, deps: GithubDeps): Promise<Commit['files'] | 'failed'> {
  const answer = await askGithub({ path, optional: true }, deps)
  if (answer.kind !== 'value') return answer.kind === 'failed' && answer.status === 404 ? null : 'failed'
  const files = parseChangedFiles(answer.value)
  if (files === undefined) return null
  return answer.next === null || files.some(isSubstantive) ? files : null
}
