import { type Instant, msOf } from '#contract/time.ts'

/** Thresholds by which commits count as automated. */
export const AUTOMATION_RULE = {
  id: 'commits.automation@1',
  templateAtLeast: 6,
  regularGapShare: 0.6,
  regularGapTolerance: 0.25,
  regularGapAtLeastMs: 60_000,
  changingNumbersAtLeast: 2,
} as const

/** One commit as its host lists it; `files` is null when its changes were not read. */
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
  readonly files: readonly ChangedFile[] | null
}

/** One file of a commit; `patch` is null when the host gives none (binary, or too large). */
export type ChangedFile = {
  readonly path: string
  readonly additions: number
  readonly deletions: number
  readonly patch: string | null
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

/** The commits written by people: no merges, no bots, no templated streams. */
export function humanCommits(commits: readonly Commit[]): readonly Commit[] {
  const templated = templatedShas(commits)
  return commits.filter((commit) => commit.parents < 2 && !isBot(commit) && !templated.has(commit.sha))
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

/** Shas of commits that a script made under a person's name: a repeated subject at regular times or with counters. */
function templatedShas(commits: readonly Commit[]): ReadonlySet<string> {
  const streams = Map.groupBy(
    commits,
    (commit) => `${authorOf(commit)} ${parseSubject(commit.subject).template}`,
  )
  const templated = [...streams.values()].filter(
    (stream) =>
      stream.length >= AUTOMATION_RULE.templateAtLeast && (hasRegularClock(stream) || countsUp(stream)),
  )
  return new Set(templated.flat().map((commit) => commit.sha))
}

function hasRegularClock(stream: readonly Commit[]): boolean {
  const times = stream.map((commit) => msOf(commit.committedAt)).toSorted((a, b) => a - b)
  const gaps = times.flatMap((time, index) => {
    const before = times[index - 1]
    return before === undefined ? [] : [time - before]
  })
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]
  if (median === undefined || median < AUTOMATION_RULE.regularGapAtLeastMs) return false
  const regular = gaps.filter((gap) => Math.abs(gap - median) <= AUTOMATION_RULE.regularGapTolerance * median)
  return regular.length >= AUTOMATION_RULE.regularGapShare * gaps.length
}

function countsUp(stream: readonly Commit[]): boolean {
  const rows = stream.map((commit) => parseSubject(commit.subject).tokens)
  const [first] = rows
  if (first === undefined) return false
  const changing = first.filter((_, index) => new Set(rows.map((row) => row[index]?.text)).size > 1)
  const numbers = changing.filter((token) => token.kind === 'number')
  return (
    changing.some((token) => token.kind === 'time') ||
    numbers.length >= AUTOMATION_RULE.changingNumbersAtLeast
  )
}

type Token = { readonly kind: 'time' | 'version' | 'hash' | 'number'; readonly text: string }

const TIME = String.raw`\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\b\d{2}:\d{2}(?::\d{2})?\b|\b1[5-9]\d{8}(?:\d{3})?\b`
const VERSION = String.raw`\bv\d+(?:\.\d+)*[\w.+-]*|\b\d+(?:\.\d+){2,}[\w.+-]*`
const HASH = String.raw`\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b`
const NUMBER = String.raw`\d+(?:[.,]\d+)*`
const TOKENS = new RegExp(
  `(?<time>${TIME})|(?<version>${VERSION})|(?<hash>${HASH})|(?<number>${NUMBER})`,
  'gi',
)

/** A text with its dates, versions, hashes and numbers masked, and these in order. */
export function parseSubject(subject: string): { template: string; tokens: readonly Token[] } {
  const tokens: Token[] = []
  const template = subject.replace(TOKENS, (text, time, version, hash) => {
    const kind = kindOf({ time, version, hash })
    tokens.push({ kind, text })
    return `<${kind}>`
  })
  return { template, tokens }
}

function kindOf(groups: { time: unknown; version: unknown; hash: unknown }): Token['kind'] {
  if (groups.time !== undefined) return 'time'
  if (groups.version !== undefined) return 'version'
  return groups.hash === undefined ? 'number' : 'hash'
}
