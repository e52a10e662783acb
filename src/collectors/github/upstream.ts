import { countAt, fieldAt, textAt } from '../json-field.ts'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import type { ListedCommit } from './commit-list.ts'
import { PART_SIZE } from './listing.ts'
import { isRefusedDiff, notThereWords } from './refusals.ts'
import { type KnownRepository, readRepository } from './repository.ts'

/**
 * The commits of a fork that its upstream does not have. `not_compared`: there is nothing to compare with, or the two
 * are too far apart. `refused`: GitHub did not compare them, and another time it can.
 */
export type OwnCommits =
  | { readonly kind: 'own'; readonly own: ReadonlySet<string> }
  | { readonly kind: 'not_compared' | 'refused' }

/** A repository that can be a fork. */
export type ComparedRepository = Pick<KnownRepository, 'id' | 'path' | 'fullName' | 'upstream'>

const NOT_COMPARED: OwnCommits = { kind: 'not_compared' }

/** A fork further ahead of its upstream is not compared. */
const COMMITS_MAX = 1000

/**
 * Compares a fork with the repository it was forked from. Where GitHub has no such two branches, the repository is read
 * again, since the upstream may have moved or gone since the last reading. Nothing is known of a fork that GitHub names
 * an upstream of and does not find it.
 */
export async function readOwnCommits(
  repo: ComparedRepository,
  deps: GithubDeps,
): Promise<OwnCommits | GithubFailed> {
  const compared = await compareWithUpstream(repo, deps)
  if (compared.kind !== 'not_there') return compared
  const answer = await readRepository({ ...repo, etag: null }, deps)
  if (answer.kind === 'not_modified') return broken('an unasked-for 304')
  if (answer.kind === 'failed') return answer
  const again = await compareWithUpstream({ ...repo, upstream: answer.repository.upstream }, deps)
  return again.kind === 'not_there' ? broken('the upstream that GitHub names is not there (404)') : again
}

async function compareWithUpstream(
  { path, fullName, upstream }: ComparedRepository,
  deps: GithubDeps,
): Promise<OwnCommits | GithubFailed | { readonly kind: 'not_there' }> {
  if (upstream === null) return NOT_COMPARED
  const base = `${baseRepository(upstream.fullName, fullName)}:${encodeURIComponent(upstream.branch)}`
  const range = `${base}...${encodeURIComponent(upstream.ownBranch)}`
  const own = new Set<string>()
  for (let number = 1; ; number += 1) {
    const answer = await requestGithub(
      { path: `${path}/compare/${range}?per_page=${PART_SIZE}&page=${number}` },
      deps,
    )
    if (answer.kind === 'not_modified') return broken('an unasked-for 304')
    if (answer.kind === 'failed') return ofRefusal(answer)
    const rows = fieldAt(answer.value, 'commits')
    const total = countAt(answer.value, 'total_commits')
    if (!Array.isArray(rows) || total === undefined) return broken('the answer compares nothing')
    if (total > COMMITS_MAX) return NOT_COMPARED
    const shas = rows.flatMap((row: unknown) => textAt(row, 'sha') ?? [])
    if (shas.length < rows.length) return broken('a commit of the comparison has no id')
    for (const sha of shas) own.add(sha)
    if (rows.length === 0 || number * PART_SIZE >= total) return { kind: 'own', own }
  }
}

/**
 * The upstream as a comparison names it. Its owner names it to GitHub, except where the fork has the same owner: there
 * the owner alone would name the fork itself.
 */
function baseRepository(upstreamName: string, forkName: string): string {
  const [owner = '', name = ''] = upstreamName.split('/')
  const [forkOwner = ''] = forkName.split('/')
  return owner.toLowerCase() === forkOwner.toLowerCase() ? `${owner}:${name}` : owner
}

/** GitHub answers 404 for a branch that it does not have, and with other words for two without history in common. */
function ofRefusal(answer: GithubFailed): OwnCommits | GithubFailed | { readonly kind: 'not_there' } {
  if (!isRefusedDiff(answer)) return answer
  const words = notThereWords(answer)
  if (words === undefined) return { kind: 'refused' }
  return NOT_FOUND.test(words) ? { kind: 'not_there' } : NOT_COMPARED
}

const NOT_FOUND = /^not found$/i

/** The commits of a listing, those of the upstream marked. */
export function withUpstream<C extends Pick<ListedCommit, 'sha'>>(
  commits: readonly C[],
  compared: OwnCommits,
): readonly (C & { readonly ofUpstream?: true })[] {
  if (compared.kind !== 'own') return commits
  return commits.map((commit) => (compared.own.has(commit.sha) ? commit : { ...commit, ofUpstream: true }))
}
