import { countAt, fieldAt, textAt } from '../json-field.ts'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import type { ListedCommit } from './commit-list.ts'
import { PART_SIZE } from './listing.ts'
import { isRefusedDiff, notThereWords } from './refusals.ts'
import { type KnownRepository, readRepository, type Upstream } from './repository.ts'

/**
 * The commits of a fork that no upstream of it has. `own` is null when there is no upstream, or when the fork is too
 * far from each. `isRefused`: GitHub refused a comparison that may succeed another time, so `own` can include commits
 * of that upstream, or is null.
 */
export type OwnCommits = {
  readonly kind: 'compared'
  readonly own: ReadonlySet<string> | null
  readonly isRefused: boolean
}

/** A repository that can be a fork. */
export type ComparedRepository = Pick<KnownRepository, 'id' | 'path' | 'fullName' | 'upstream'>

const NOT_COMPARED: OwnCommits = { kind: 'compared', own: null, isRefused: false }
const REFUSED: OwnCommits = { ...NOT_COMPARED, isRefused: true }

/** Maximum number of commits that a compared fork is ahead of its upstream. */
const COMMITS_MAX = 1000

/**
 * Compares a fork with its upstream, and a fork of a fork also with the root of all the forks, whose commits it can
 * take over directly. When GitHub does not find the two branches, the repository is read again, because an upstream may
 * have moved or gone since the last reading. The comparison fails when GitHub names an upstream and does not find it.
 */
export async function readOwnCommits(
  repo: ComparedRepository,
  deps: GithubDeps,
): Promise<OwnCommits | GithubFailed> {
  const compared = await compareWithUpstreams(repo, deps)
  if (compared.kind !== 'not_there') return compared
  const answer = await readRepository({ ...repo, etag: null }, deps)
  if (answer.kind === 'not_modified') return broken('an unasked-for 304')
  if (answer.kind === 'failed') return answer
  const again = await compareWithUpstreams({ ...repo, upstream: answer.repository.upstream }, deps)
  return again.kind === 'not_there' ? broken('the upstream that GitHub names is not there (404)') : again
}

type Compared = OwnCommits | GithubFailed | { readonly kind: 'not_there' }

async function compareWithUpstreams(repo: ComparedRepository, deps: GithubDeps): Promise<Compared> {
  const { upstream } = repo
  if (upstream === null) return NOT_COMPARED
  const withParent = await compareWith(upstream, repo, deps)
  const isSettled = withParent.kind !== 'compared' || withParent.own?.size === 0
  if (upstream.root === null || isSettled) return withParent
  const withRoot = await compareWith({ ...upstream, ...upstream.root }, repo, deps)
  if (withRoot.kind !== 'compared') return withRoot
  return {
    kind: 'compared',
    own: inBoth(withParent.own, withRoot.own),
    isRefused: withParent.isRefused || withRoot.isRefused,
  }
}

/** The commits that a fork has and neither upstream has; null stands for an upstream that was not compared. */
function inBoth(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === null || other === null) return one ?? other
  return one.intersection(other)
}

async function compareWith(
  base: Pick<Upstream, 'fullName' | 'branch' | 'ownBranch'>,
  { path, fullName, upstream }: ComparedRepository,
  deps: GithubDeps,
): Promise<Compared> {
  const others = [fullName, upstream?.fullName, upstream?.root?.fullName].filter(
    (name) => name !== undefined && name !== base.fullName,
  )
  const range = `${baseRepository(base.fullName, others)}:${encodeURIComponent(base.branch)}...${encodeURIComponent(base.ownBranch)}`
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
    if (rows.length === 0 || number * PART_SIZE >= total) return { kind: 'compared', own, isRefused: false }
  }
}

/**
 * The name of an upstream in a comparison. GitHub needs only its owner, unless the owner has another repository of the
 * comparison too: then the name of the repository is added.
 */
function baseRepository(upstreamName: string, others: readonly (string | undefined)[]): string {
  const [owner = '', name = ''] = upstreamName.split('/')
  const isShared = others.some((other) => other?.toLowerCase().startsWith(`${owner.toLowerCase()}/`))
  return isShared ? `${owner}:${name}` : owner
}

/**
 * The result of a refused comparison. GitHub answers 404 `Not Found` for a branch that it does not have, and 404 with
 * other words for branches without a common history.
 */
function ofRefusal(answer: GithubFailed): Compared {
  if (!isRefusedDiff(answer)) return answer
  const words = notThereWords(answer)
  if (words === undefined) return REFUSED
  return NOT_FOUND.test(words) ? { kind: 'not_there' } : NOT_COMPARED
}

const NOT_FOUND = /^not found$/i

/** The commits of a listing. Those of the upstream are marked; none is marked when the upstream was not compared. */
export function withUpstream<C extends Pick<ListedCommit, 'sha'>>(
  commits: readonly C[],
  { own }: OwnCommits,
): readonly (C & { readonly ofUpstream?: true })[] {
  if (own === null) return commits
  return commits.map((commit) => (own.has(commit.sha) ? commit : { ...commit, ofUpstream: true }))
}
