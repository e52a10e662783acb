import { isoOf } from '../clock.ts'
import { digestOf, numberOf } from '../random.ts'
import type { Person } from '../world/people.ts'
import { type Commit, fullNameOf, type Release, type Repository } from '../world/repositories.ts'

const web = 'https://github.example'
const nullable = (instant: number | undefined) => (instant === undefined ? null : isoOf(instant))

export function repositoryRow(repository: Repository, now: number): Record<string, unknown> {
  const fullName = fullNameOf(repository)
  const pushed = repository.commits.findLast((commit) => commit.committedAt <= now)
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: fullName,
    private: false,
    owner: { login: repository.owner, id: repository.id - 1, type: 'Organization' },
    html_url: `${web}/${fullName}`,
    description: repository.description ?? null,
    fork: repository.forkOf !== undefined,
    ...(repository.forkOf && { parent: parentRow(repository.forkOf) }),
    is_template: false,
    created_at: isoOf(repository.createdAt),
    updated_at: isoOf(repository.updatedAt),
    pushed_at: isoOf(pushed?.committedAt ?? repository.createdAt),
    homepage: repository.homepage ?? null,
    size: repository.commits.length,
    stargazers_count: repository.stars,
    watchers_count: repository.stars,
    subscribers_count: repository.watchers,
    forks_count: Math.floor(repository.stars / 8),
    open_issues_count: repository.commits.length % 7,
    language: repository.commits.length === 0 ? null : 'TypeScript',
    archived: repository.archived,
    disabled: false,
    visibility: 'public',
    default_branch: 'main',
    license: { key: 'mit', spdx_id: 'MIT' },
    topics: [],
  }
}

function parentRow({ fullName }: { readonly fullName: string }): Record<string, unknown> {
  return {
    id: numberOf('repository', fullName),
    full_name: fullName,
    html_url: `${web}/${fullName}`,
    default_branch: 'main',
  }
}

export function releaseRow(repository: Repository, release: Release): Record<string, unknown> {
  return {
    id: release.id,
    node_id: `RE_${release.id}`,
    tag_name: release.tag,
    target_commitish: 'main',
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    created_at: isoOf(release.createdAt),
    published_at: nullable(release.publishedAt),
    html_url: `${web}/${fullNameOf(repository)}/releases/tag/${encodeURIComponent(release.tag)}`,
    author: account(release.author),
    assets: [],
  }
}

/**
 * The tags, newest first, without those of drafts. A tag ends with its release, unless another release has the tag too.
 */
export function tagsOf(repository: Repository): readonly Release[] {
  return repository.releases
    .filter((entry) => !entry.draft)
    .toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
}

export function tagRow(repository: Repository, release: Release): Record<string, unknown> {
  return {
    name: release.tag,
    commit: { sha: release.sha, url: `${web}/${fullNameOf(repository)}/commit/${release.sha}` },
    node_id: `REF_${release.id}`,
  }
}

export function commitRow(repository: Repository, commit: Commit): Record<string, unknown> {
  const { author } = commit
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha.slice(0, 12)}`,
    commit: {
      message: commit.message,
      author: { name: author.name, email: author.email, date: isoOf(commit.authoredAt) },
      committer: { name: author.name, email: author.email, date: isoOf(commit.committedAt) },
      comment_count: 0,
    },
    html_url: `${web}/${fullNameOf(repository)}/commit/${commit.sha}`,
    author: account(author),
    committer: account(author),
    parents: commit.parents.map((sha) => ({ sha })),
  }
}

export function commitDetail(repository: Repository, commit: Commit): Record<string, unknown> {
  const files = commit.files.map((file) => ({ ...file, changes: file.additions + file.deletions }))
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return {
    ...commitRow(repository, commit),
    stats: { additions, deletions, total: additions + deletions },
    files,
  }
}

/** The comparison of the commits at two places, with the first of the commits between them. */
export function comparison(
  repository: Repository,
  { from, to, perPage }: { readonly from: number; readonly to: number; readonly perPage: number },
): Record<string, unknown> {
  const ahead = repository.commits.slice(from + 1, to + 1)
  const direction = to < from ? 'behind' : 'ahead'
  return {
    base_commit: { sha: repository.commits[from]?.sha ?? null },
    status: to === from ? 'identical' : direction,
    ahead_by: ahead.length,
    behind_by: Math.max(0, from - to),
    total_commits: ahead.length,
    commits: ahead.slice(0, perPage).map((commit) => commitRow(repository, commit)),
    files: ahead
      .flatMap((commit) => commit.files)
      .map((file) => ({ ...file, changes: file.additions + file.deletions })),
  }
}

/**
 * The comparison of a fork with its upstream, one part at a time. Every commit by the author `ofUpstream` is a commit
 * of the upstream.
 */
export function aheadOfUpstream(
  repository: Repository,
  { ofUpstream, perPage, number }: { ofUpstream: string; perPage: number; number: number },
): Record<string, unknown> {
  const isOwn = ({ author }: Commit) => author.login !== ofUpstream
  const ahead = repository.commits.filter(isOwn)
  return {
    base_commit: { sha: repository.commits.findLast((commit) => !isOwn(commit))?.sha ?? null },
    status: ahead.length === 0 ? 'identical' : 'ahead',
    ahead_by: ahead.length,
    behind_by: 0,
    total_commits: ahead.length,
    commits: ahead
      .slice((number - 1) * perPage, number * perPage)
      .map((commit) => commitRow(repository, commit)),
    files: [],
  }
}

function account(person: Person): Record<string, unknown> {
  return { login: person.login, id: person.id, type: person.type, html_url: `${web}/${person.login}` }
}

/** A file of a repository. GitHub breaks the base64 text into lines. */
export function contentRow(path: string, text: string): Record<string, unknown> {
  const bytes = Buffer.from(text)
  return {
    type: 'file',
    encoding: 'base64',
    size: bytes.length,
    name: path.split('/').at(-1),
    path,
    content: bytes.toString('base64').replaceAll(/.{60}/g, '$&\n'),
    sha: digestOf('blob', text),
  }
}
