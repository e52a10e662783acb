import { digestOf, numberOf } from '../random.ts'
import { type Person, personOf } from './people.ts'

export type FileChange = {
  readonly filename: string
  readonly status: 'added' | 'modified' | 'removed'
  readonly additions: number
  readonly deletions: number
  readonly patch: string
}

export type Commit = {
  readonly sha: string
  readonly message: string
  readonly author: Person
  readonly authoredAt: number
  readonly committedAt: number
  readonly parents: readonly string[]
  readonly files: readonly FileChange[]
}

export type Release = {
  readonly id: number
  readonly tag: string
  name: string
  body: string
  prerelease: boolean
  draft: boolean
  readonly createdAt: number
  publishedAt: number | undefined
  sha: string
  readonly author: Person
}

export type Repository = {
  readonly id: number
  owner: string
  name: string
  readonly createdAt: number
  updatedAt: number
  archived: boolean
  gone: boolean
  readonly refused: boolean
  /** The upstream of a fork. Every commit by `author` is a commit of the upstream. */
  readonly forkOf: { readonly fullName: string; readonly author: string } | undefined
  readonly homepage: string | undefined
  readonly description: string | undefined
  stars: number
  watchers: number
  /** In order of time, oldest first. */
  readonly commits: Commit[]
  readonly releases: Release[]
  /** The texts of files by path. They are the same at every ref. */
  readonly files: ReadonlyMap<string, string>
}

export type Hosting = {
  readonly repositories: Map<number, Repository>
  /** The id of a repository by its present and former names, as lower-case `owner/name`. */
  readonly names: Map<string, number>
}

export function fullNameOf(repository: Repository): string {
  return `${repository.owner}/${repository.name}`
}

export function findRepository(hosting: Hosting, fullName: string): Repository | undefined {
  const id = hosting.names.get(fullName.toLowerCase())
  return id === undefined ? undefined : hosting.repositories.get(id)
}

export function renameRepository(hosting: Hosting, repository: Repository, name: string): void {
  repository.name = name
  hosting.names.set(fullNameOf(repository).toLowerCase(), repository.id)
}

export type NewCommit = {
  message: string
  author: string
  at: number
  authoredAt?: number
  files: readonly FileChange[]
  merge?: boolean
}

export function addCommit(repository: Repository, input: NewCommit): Commit {
  const place = repository.commits.length
  const last = repository.commits.at(-1)
  const parents = last ? [last.sha] : []
  const merged = [last?.sha ?? digestOf('root', repository.id), digestOf('branch', repository.id, place)]
  const commit: Commit = {
    sha: digestOf('commit', repository.id, place, input.message, input.at),
    message: input.message,
    author: personOf(input.author),
    authoredAt: input.authoredAt ?? input.at,
    committedAt: input.at,
    parents: input.merge ? merged : parents,
    files: input.files,
  }
  repository.commits.push(commit)
  return commit
}

type NewRelease = {
  tag: string
  name: string
  body: string
  prerelease: boolean
  at: number
  author: string
  draft?: true
}

export function addRelease(repository: Repository, input: NewRelease): Release {
  const tagged = repository.commits.findLast((commit) => commit.committedAt <= input.at)
  const release: Release = {
    id: numberOf('release', repository.id, input.tag, input.at),
    tag: input.tag,
    name: input.name,
    body: input.body,
    prerelease: input.prerelease,
    draft: input.draft ?? false,
    createdAt: tagged?.committedAt ?? input.at,
    publishedAt: input.draft ? undefined : input.at,
    sha: tagged?.sha ?? digestOf('tag', repository.id, input.tag),
    author: personOf(input.author),
  }
  repository.releases.push(release)
  return release
}
