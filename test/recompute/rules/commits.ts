import type { Commit } from '../world/code-host.ts'
import { dayOf, mondayOf } from './times.ts'

const DATES = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?/g
const VERSIONS = /v?\d+(?:\.\d+)+(?:-[\w.]+)?/g
const HASHES = /\b[0-9a-f]{7,40}\b/g
const NUMBERS = /\d[\d,_]*/g
const SAME_WORDS = 6
const CODE = /\.(ts|tsx|js|jsx|mjs|sol|rs|go|py|java|c|h|cpp|rb|sh|sql|css|html|vue|yml|yaml|toml)$/
const NOT_CODE = /^(docs?|data|vendor|node_modules|dist)\/|\.(md|json|lock|txt|csv|svg|png)$/
const CONFIG = /^(package\.json|tsconfig\.json|\.github\/.*|Makefile|Dockerfile)$/

/** A week of a repository's commits by people. */
export type CodeWeek = {
  readonly monday: string
  readonly newest: Commit
  readonly humans: number
  /** The days with a commit by a person. */
  readonly days: readonly string[]
  readonly counts: boolean
}

/** The commits that a person made: no merge, no bot, no templated stream (commits.automation). */
export function humanCommits(commits: readonly Commit[]): readonly Commit[] {
  const people = commits.filter(({ isBot, isMerge }) => !isBot && !isMerge)
  const streams = Map.groupBy(people, ({ author, subject }) => `${author} ${masked(subject)}`)
  const scripted = new Set([...streams.values()].flatMap(scriptedOf))
  return people.filter((commit) => !scripted.has(commit))
}

/** The weeks with a commit by a person. A week counts when one of its commits has substance (commits.substance). */
export function codeWeeks(commits: readonly Commit[]): readonly CodeWeek[] {
  const weeks = Map.groupBy(humanCommits(commits), ({ at }) => mondayOf(at))
  return [...weeks].map(([monday, of]) => ({
    monday,
    humans: of.length,
    counts: of.some(hasSubstance),
    days: [...new Set(of.map(({ at }) => dayOf(at)))],
    newest: of.toSorted((a, b) => a.at - b.at).at(-1) as Commit,
  }))
}

export function commitsOnDays(commits: readonly Commit[], days: ReadonlySet<string>): number {
  return humanCommits(commits).filter(({ at }) => days.has(dayOf(at))).length
}

export function isSubstance(filename: string): boolean {
  return CONFIG.test(filename) || (CODE.test(filename) && !NOT_CODE.test(filename))
}

function hasSubstance(commit: Commit): boolean {
  return commit.files.some(({ filename, patch }) => isSubstance(filename) && changesMore(filename, patch))
}

/** Whether a patch changes more than white space, comments and a version line. */
function changesMore(filename: string, patch: string): boolean {
  const linesOf = (sign: string) =>
    patch
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1).replaceAll(/\s+/g, ''))
      .filter((line) => line !== '' && !line.startsWith('//'))
      .filter((line) => !(filename === 'package.json' && line.startsWith('"version"')))
  const [added, removed] = [linesOf('+'), linesOf('-')]
  return added.join('\n') !== removed.join('\n') && added.length + removed.length > 0
}

export function masked(text: string): string {
  return text
    .replaceAll(DATES, '<date>')
    .replaceAll(VERSIONS, '<version>')
    .replaceAll(HASHES, '<hash>')
    .replaceAll(NUMBERS, '<number>')
}

/**
 * The commits of a stream that a script made: in six commits in a row, dates, two counters or regular times give it
 * away (commits.automation).
 */
function scriptedOf(stream: readonly Commit[]): readonly Commit[] {
  const inOrder = stream.toSorted((a, b) => a.at - b.at)
  return inOrder.flatMap((_, begin) => {
    const row = inOrder.slice(begin, begin + SAME_WORDS)
    if (row.length < SAME_WORDS) return []
    return hasDates(row) || hasCounters(row) ? row : besideRegularGaps(row)
  })
}

function hasDates(row: readonly Commit[]): boolean {
  const dates = row.map(({ subject }) => (subject.match(DATES) ?? []).join(' '))
  return !dates.includes('') && new Set(dates).size === row.length
}

function hasCounters(row: readonly Commit[]): boolean {
  const numbers = row.map(
    ({ subject }) =>
      subject.replaceAll(DATES, '').replaceAll(VERSIONS, '').replaceAll(/#\d+/g, '').match(NUMBERS) ?? [],
  )
  const places = Math.max(...numbers.map(({ length }) => length))
  const changing = Array.from(
    { length: places },
    (_, place) => new Set(numbers.map((of) => of[place])).size === row.length,
  )
  return changing.filter(Boolean).length >= 2
}

function besideRegularGaps(row: readonly Commit[]): readonly Commit[] {
  const gaps = row.slice(1).map(({ at }, place) => at - (row[place] as Commit).at)
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] as number
  const near = gaps.map((gap) => Math.abs(gap - median) <= Math.min(median / 4, 30 * 60_000))
  if (median < 60_000 || near.filter(Boolean).length < 4) return []
  return row.filter((_, place) => near[place - 1] === true || near[place] === true)
}
