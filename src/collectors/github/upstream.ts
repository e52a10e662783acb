import { countAt, fieldAt, textAt } from '../json-field.ts'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import type { ListedCommit } from './commit-list.ts'
import { PAGE_SIZE } from './listing.ts'
import { isRefusedDiff } from './refusals.ts'
import type { KnownRepository } from './repository.ts'

/** The commits of a fork that its upstream does not have; `own` is undefined where that is not known. */
export type OwnCommits = { readonly kind: 'own'; readonly own: ReadonlySet<string> | undefined }

const NOT_COMPARED: OwnCommits = { kind: 'own', own: undefined }

/** A fork further ahead of its upstream is not compared. */
const COMMITS_MAX = 1000

/**
 * The commits of a fork that are not in the repository it was forked from. Not known: it is no fork, GitHub names no
 * upstream, has none any more or cannot compare the two, or the fork is more than a thousand commits ahead.
 */
export async function readOwnCommits(
  { path, upstream }: Pick<KnownRepository, 'path' | 'upstream'>,
  deps: GithubDeps,
): Promise<OwnCommits | GithubFailed> {
  if (upstream === null) return NOT_COMPARED
  const [owner = ''] = upstream.fullName.split('/')
  const range = `${owner}:${encodeURIComponent(upstream.branch)}...${encodeURIComponent(upstream.ownBranch)}`
  const own = new Set<string>()
  for (let page = 1; ; page += 1) {
    const answer = await requestGithub(
      { path: `${path}/compare/${range}?per_page=${PAGE_SIZE}&page=${page}` },
      deps,
    )
    if (answer.kind === 'not_modified') return broken('an unasked-for 304')
    if (answer.kind === 'failed') return isRefusedDiff(answer) ? NOT_COMPARED : answer
    const rows = fieldAt(answer.value, 'commits')
    const total = countAt(answer.value, 'total_commits')
    if (!Array.isArray(rows) || total === undefined) return broken('the answer compares nothing')
    if (total > COMMITS_MAX) return NOT_COMPARED
    const shas = rows.flatMap((row: unknown) => textAt(row, 'sha') ?? [])
    if (shas.length < rows.length) return broken('a commit of the comparison has no id')
    for (const sha of shas) own.add(sha)
    if (rows.length === 0 || page * PAGE_SIZE >= total) return { kind: 'own', own }
  }
}

/** The commits of a listing, those of the upstream marked. */
export function withUpstream<C extends Pick<ListedCommit, 'sha'>>(
  commits: readonly C[],
  { own }: OwnCommits,
): readonly (C & { readonly ofUpstream?: true })[] {
  if (own === undefined) return commits
  return commits.map((commit) => (own.has(commit.sha) ? commit : { ...commit, ofUpstream: true }))
}
