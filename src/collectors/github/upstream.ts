import { countAt, fieldAt, textAt } from '../json-field.ts'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import type { ListedCommit } from './commit-list.ts'
import { PAGE_SIZE } from './listing.ts'
import type { KnownRepository } from './repository.ts'

/** The commits of a fork that its upstream does not have; `own` is undefined where that is not known. */
type OwnCommits = { readonly kind: 'own'; readonly own: ReadonlySet<string> | undefined }

/** A fork further ahead of its upstream is not compared. */
const PAGES_MAX = 10

/**
 * The commits of a fork that are not in the repository it was forked from. Not known: it is no fork, GitHub names no
 * upstream or has none any more, or the fork is a thousand commits ahead.
 */
export async function readOwnCommits(
  { path, upstream }: Pick<KnownRepository, 'path' | 'upstream'>,
  deps: GithubDeps,
): Promise<OwnCommits | GithubFailed> {
  if (upstream === null) return { kind: 'own', own: undefined }
  const [owner = ''] = upstream.fullName.split('/')
  const range = `${owner}:${encodeURIComponent(upstream.branch)}...${encodeURIComponent(upstream.ownBranch)}`
  const own = new Set<string>()
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await requestGithub(
      { path: `${path}/compare/${range}?per_page=${PAGE_SIZE}&page=${page}` },
      deps,
    )
    if (answer.kind === 'not_modified') return broken('an unasked-for 304')
    if (answer.kind === 'failed') return answer.status === 404 ? { kind: 'own', own: undefined } : answer
    const rows = fieldAt(answer.value, 'commits')
    const total = countAt(answer.value, 'total_commits')
    if (!Array.isArray(rows) || total === undefined) return broken('the answer compares nothing')
    const shas = rows.flatMap((row: unknown) => textAt(row, 'sha') ?? [])
    if (shas.length < rows.length) return broken('a commit of the comparison has no id')
    for (const sha of shas) own.add(sha)
    if (rows.length === 0 || page * PAGE_SIZE >= total) return { kind: 'own', own }
  }
  return { kind: 'own', own: undefined }
}

/** The commits of a listing, those of the upstream marked. */
export function withUpstream<C extends Pick<ListedCommit, 'sha'>>(
  commits: readonly C[],
  { own }: OwnCommits,
): readonly (C & { readonly ofUpstream?: true })[] {
  if (own === undefined) return commits
  return commits.map((commit) => (own.has(commit.sha) ? commit : { ...commit, ofUpstream: true }))
}
