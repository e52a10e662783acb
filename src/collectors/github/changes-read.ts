import { type CalendarDate, dateOf, type Instant, mondayOf, msOf } from '#contract/time.ts'
import { type Commit, humanCommits } from '#domain/ships/commit-streams.ts'
import type { Work } from '#domain/ships/substance.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { type GithubDeps, requestGithub } from './api.ts'
import { isRefusedDiff } from './refusals.ts'

const READ_PER_WEEK = 100
const READ_PER_READING = 600
/** After so many failures in a row GitHub counts as down, and no further commit is requested. */
const FAILURES_IN_A_ROW = 3

/** The listed commits. Each has its work if its changes were read. */
type ChangesRead = {
  readonly commits: readonly Commit[]
  /** Hashes of commits without substantive changes. */
  readonly plain: readonly string[]
  /** False when a week without a substantive commit has commits that a later reading may still read. */
  readonly finished: boolean
}

/**
 * Reads the changes of commits, newest week first, and in each week until one commit is substantive. Skips the weeks in
 * `settled`. A commit whose changes GitHub refuses, or whose request fails, is left unread and does not stop the
 * others. A rate limit, and three failures in a row, end the reading. The listing stays valid without the unread
 * commits.
 */
export async function readCommitChanges(
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
  const read = new Map<string, Work>()
  const plain = new Set(input.commits.filter(({ sha }) => input.plain.has(sha)).map(({ sha }) => sha))
  const failures = { inARow: 0 }
  let left = READ_PER_READING
  let finished = true
  for (const [monday, commits] of newestWeekFirst(input)) {
    if (input.settled.has(monday)) continue
    const unread = commits.filter(({ sha }) => !plain.has(sha))
    const week = await readWeek(
      unread.slice(0, Math.min(READ_PER_WEEK, left)),
      { ...input, read, plain, failures },
      deps,
    )
    left -= week.requests
    if (week.found) continue
    finished &&= week.isWhole && week.requests === unread.length
    if (week.isLast) break
  }
  const workOf = (sha: string) => read.get(sha) ?? (plain.has(sha) ? 'none' : 'not_read')
  const commits = input.commits.map((commit) => ({ ...commit, work: workOf(commit.sha) }))
  return { commits, plain: [...plain], finished }
}

/** Reads commits of one week until one is substantive, and adds the results to `into`. */
async function readWeek(
  commits: readonly Commit[],
  into: {
    readonly path: string
    readonly read: Map<string, Work>
    readonly plain: Set<string>
    readonly failures: { inARow: number }
  },
  deps: GithubDeps,
): Promise<WeekRead> {
  let isWhole = true
  for (const [index, { sha, parents }] of commits.entries()) {
    const requests = index + 1
    const work = await workOfCommit({ path: `${into.path}/commits/${sha}`, isFirst: parents === 0 }, deps)
    if (work === 'failed' || work === 'limited') {
      isWhole = false
      into.failures.inARow += 1
      const isLast = work === 'limited' || into.failures.inARow >= FAILURES_IN_A_ROW
      if (isLast) return { requests, found: false, isWhole, isLast }
      continue
    }
    into.failures.inARow = 0
    into.read.set(sha, work)
    if (work === 'substantive') return { requests, found: true, isWhole, isLast: false }
    if (work === 'none') into.plain.add(sha)
  }
  return { requests: commits.length, found: false, isWhole, isLast: false }
}

type WeekRead = {
  readonly requests: number
  readonly found: boolean
  /** False when a commit failed. */
  readonly isWhole: boolean
  /** Whether the reading requests no further commit. */
  readonly isLast: boolean
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

/**
 * The work of one commit. `not_read` when GitHub refuses its changes, when it gives too few of them to decide, or when
 * the parser does not finish: another request would not change any of these. A first commit with more files than one
 * answer names is an import, which is nobody's work.
 */
export async function workOfCommit(
  { path, isFirst }: { readonly path: string; readonly isFirst: boolean },
  deps: GithubDeps,
): Promise<Work | 'failed' | 'limited'> {
  const answer = await requestGithub({ path, optional: true }, deps)
  if (answer.kind === 'not_modified') return 'failed'
  if (answer.kind === 'failed') {
    if (answer.collected.outcome === 'rate_limited') return 'limited'
    return isRefusedDiff(answer) ? 'not_read' : 'failed'
  }
  const changes = await deps.parserThread.parse('changed_files', answer.value)
  if (changes === ENDED || changes === undefined) return 'not_read'
  const isWhole = answer.link === undefined
  if (isFirst && !isWhole) return 'none'
  return isWhole || changes.work === 'substantive' ? changes.work : 'not_read'
}
