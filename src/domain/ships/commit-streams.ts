import { type Instant, msOf } from '#contract/time.ts'
import { besideRegularGaps, clockOf, rowsOfStreams } from './script-rows.ts'
import type { Work } from './substance.ts'

/** Thresholds by which commits count as automated. */
export const AUTOMATION_RULE = {
  id: 'commits.automation@2',
  inARow: 6,
  regularGapShare: 0.8,
  regularGapTolerance: 0.25,
  /** A schedule drifts by minutes, however far apart its runs are. */
  regularGapToleranceAtMostMs: 30 * 60_000,
  regularGapAtLeastMs: 60_000,
  changingNumbersAtLeast: 2,
} as const

/** The rules by which a commit is not a person's. Each `script_…` rule names the sign that shows the script. */
export const EXCLUDED_BY = [
  'merge',
  'upstream',
  'bot',
  'script_clock',
  'script_date',
  'script_counters',
] as const
export type ExcludedBy = (typeof EXCLUDED_BY)[number]

/** One commit as its host lists it. */
export type Commit = {
  readonly sha: string
  /** First line of the message. */
  readonly subject: string
  readonly authorLogin: string | null
  /** The account type at the host, for example `User` or `Bot`. */
  readonly authorType: string | null
  readonly authorName: string | null
  readonly committedAt: Instant
  readonly parents: number
  /** Present for a commit of a fork that its upstream has too. */
  readonly ofUpstream?: true
  /** The kind of its changes; `not_read` in a listing, which has no changes. */
  readonly work: Work
}

const KNOWN_APPS = new Set([
  'dependabot',
  'dependabot-preview',
  'renovate-bot',
  'renovate',
  'github-actions',
  'greenkeeper',
  'snyk-bot',
  'imgbot',
  'mergify',
  'allcontributors',
  'semantic-release-bot',
  'pre-commit-ci',
  'codecov-commenter',
  'weblate',
  'crowdin-bot',
  'deepsource-autofix',
])

/** The commits written by people: no merges, no upstream of a fork, no bots, no templated streams. */
export function humanCommits(commits: readonly Commit[]): readonly Commit[] {
  const excluded = excludedCommits(commits)
  return commits.filter(({ sha }) => !excluded.has(sha))
}

/** The commits that are not counted as a person's, by sha, each with the rule that excludes it. */
export function excludedCommits(commits: readonly Commit[]): ReadonlyMap<string, ExcludedBy> {
  const templated = templatedCommits(commits)
  const excludes = (commit: Commit): ExcludedBy | undefined => {
    if (commit.parents > 1) return 'merge'
    if (commit.ofUpstream === true) return 'upstream'
    return isBot(commit) ? 'bot' : templated.get(commit.sha)
  }
  return new Map(
    commits.flatMap((commit): [string, ExcludedBy][] => {
      const by = excludes(commit)
      return by === undefined ? [] : [[commit.sha, by]]
    }),
  )
}

/** The author's login, or else the author's name; null when the host gives neither. */
export function authorOf(commit: Commit): string | null {
  return commit.authorLogin ?? commit.authorName
}

function isBot(commit: Commit): boolean {
  if (commit.authorType === 'Bot') return true
  return [commit.authorLogin, commit.authorName].some((given) => {
    const name = given?.toLowerCase()
    return name !== undefined && (name.endsWith('[bot]') || KNOWN_APPS.has(name))
  })
}

/**
 * Commits that a script made under a person's name: six in a row of one author with the same words, and a sign of a
 * script.
 */
function templatedCommits(commits: readonly Commit[]): ReadonlyMap<string, ExcludedBy> {
  const streams = Map.groupBy(
    commits.toSorted((a, b) => msOf(a.committedAt) - msOf(b.committedAt) || (a.sha < b.sha ? -1 : 1)),
    (commit) => `${authorOf(commit)} ${parseSubject(commit.subject).template}`,
  )
  return new Map(rowsOfStreams(streams.values(), AUTOMATION_RULE.inARow).flatMap(scriptedOf))
}

/**
 * The commits of a row that a script made: all when dates or counters change, otherwise the commits beside a regular
 * gap.
 */
function scriptedOf(row: readonly Commit[]): readonly [string, ExcludedBy][] {
  const tokens = row.map(({ subject }) => parseSubject(subject).tokens)
  const counting = changing(tokens, 'number')
  if (changing(tokens, 'time') > 0) return row.map(({ sha }) => [sha, 'script_date'])
  if (counting >= AUTOMATION_RULE.changingNumbersAtLeast)
    return row.map(({ sha }) => [sha, 'script_counters'])
  const clock = clockOf(row.map(({ committedAt }) => msOf(committedAt)))
  if (clock === undefined || clock.median < AUTOMATION_RULE.regularGapAtLeastMs) return []
  const toleranceMs = Math.min(
    AUTOMATION_RULE.regularGapTolerance * clock.median,
    AUTOMATION_RULE.regularGapToleranceAtMostMs,
  )
  const clocked = besideRegularGaps(row, {
    ...clock,
    toleranceMs,
    share: AUTOMATION_RULE.regularGapShare,
  })
  return clocked.map(({ sha }) => [sha, 'script_clock'])
}

/** The number of places in the subjects whose token is of this kind and differs from commit to commit. */
function changing(rows: readonly (readonly Token[])[], kind: Token['kind']): number {
  const [first] = rows
  if (first === undefined) return 0
  return first.filter(
    (token, place) =>
      token.kind === kind &&
      rows.every((row, index) => index === 0 || row[place]?.text !== rows[index - 1]?.[place]?.text),
  ).length
}

type Token = {
  readonly kind: 'time' | 'version' | 'hash' | 'reference' | 'number'
  readonly text: string
}

const TIME = String.raw`\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\b\d{2}:\d{2}(?::\d{2})?\b|\b1[5-9]\d{8}(?:\d{3})?\b`
const VERSION = String.raw`\bv\d+(?:\.\d+)*[\w.+-]*|\b\d+(?:\.\d+){2,}[\w.+-]*`
const HASH = String.raw`\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b`
/** An issue or a pull request. Its number says nothing of a script. */
const REFERENCE = String.raw`(?<!\w)(?:#|GH-)\d+\b`
const NUMBER = String.raw`\d+(?:[.,]\d+)*`
const TOKENS = new RegExp(
  `(?<time>${TIME})|(?<version>${VERSION})|(?<hash>${HASH})|(?<reference>${REFERENCE})|(?<number>${NUMBER})`,
  'gi',
)

/** A text with its dates, versions, hashes and numbers masked, and these in order. */
export function parseSubject(subject: string): { template: string; tokens: readonly Token[] } {
  const tokens: Token[] = []
  const template = subject.replace(TOKENS, (text, time, version, hash, reference) => {
    const kind = kindOf({ time, version, hash, reference })
    tokens.push({ kind, text })
    return `<${kind}>`
  })
  return { template, tokens }
}

function kindOf(groups: Readonly<Record<Exclude<Token['kind'], 'number'>, unknown>>): Token['kind'] {
  const kinds = ['time', 'version', 'hash', 'reference'] as const
  return kinds.find((kind) => groups[kind] !== undefined) ?? 'number'
}
