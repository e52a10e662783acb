import { type CalendarDate, dateOf, type Instant, mondayOf, msOf } from '#contract/time.ts'
import { type Commit, humanCommits } from '#domain/ships/commit-streams.ts'
import { isSubstantive } from '#domain/ships/substance.ts'
import { askGithub, type GithubDeps } from './api.ts'
import { parseChangedFiles } from './commit-list.ts'

const READ_PER_WEEK = 100
const READ_PER_READING = 600

/** The commits with the files of those that were read, and commits that need not be read again. */
type ChangesRead = {
  readonly commits: readonly Commit[]
  /** Commits without substantive changes. */
  readonly plain: readonly string[]
  /** False when a week was left before all its changes were read or one was substantive. */
  readonly finished: boolean
}

/**
 * Reads the changes of commits, newest week first, in each week until one is substantive. Skips weeks in `settled`.
 * Ends at the first failure and leaves the rest unread; the listing remains valid without them.
 */
export async function readChanges(
  input: {
    readonly commits: readonly Commit[]
    /** Later commits are not read, because they belong to no week. */
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
  let finished = true
  for (const [monday, commits] of newestWeekFirst(input)) {
    if (input.settled.has(monday)) continue
    const unread = commits.filter(({ sha }) => !plain.has(sha))
    const week = await readWeek(
      unread.slice(0, Math.min(READ_PER_WEEK, left)),
      { ...input, read, plain },
      deps,
    )
    left -= week.asked
    if (week.found) continue
    finished &&= !week.failed && week.asked === unread.length
    if (week.failed) break
  }
  const filesOfCommit = (sha: string) => read.get(sha) ?? (plain.has(sha) ? [] : null)
  const commits = input.commits.map((commit) => ({ ...commit, files: filesOfCommit(commit.sha) }))
  return { commits, plain: [...plain], finished }
}

/** Reads commits of one week until one is substantive, and records what it read. */
async function readWeek(
  commits: readonly Commit[],
  into: { readonly path: string; readonly read: Map<string, Commit['files']>; readonly plain: Set<string> },
  deps: GithubDeps,
): Promise<{ readonly asked: number; readonly found: boolean; readonly failed: boolean }> {
  for (const [index, { sha }] of commits.entries()) {
    const asked = index + 1
    const files = await filesOf(`${into.path}/commits/${sha}`, deps)
    if (files === 'failed') return { asked, found: false, failed: true }
    if (files === null) continue
    into.read.set(sha, files)
    if (files.some(isSubstantive)) return { asked, found: true, failed: false }
    into.plain.add(sha)
  }
  return { asked: commits.length, found: false, failed: false }
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

/** Null when the answer has too few of the files to decide. */
async function filesOf(path: string, deps: GithubDeps): Promise<Commit['files'] | 'failed'> {
  const answer = await askGithub({ path, optional: true }, deps)
  if (answer.kind !== 'value') return answer.kind === 'failed' && answer.status === 404 ? null : 'failed'
  const files = parseChangedFiles(answer.value)
  if (files === undefined) return null
  const isWhole = answer.link === undefined
  return isWhole || files.some(isSubstantive) ? files : null
}
