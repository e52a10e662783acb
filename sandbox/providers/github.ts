import { createHash } from 'node:crypto'
import { HOUR, isoOf } from '../clock.ts'
import { type Commit, findRepository, fullNameOf, type Repository } from '../world/repositories.ts'
import type { World } from '../world/world.ts'
import {
  aheadOfUpstream,
  commitDetail,
  commitRow,
  comparison,
  contentRow,
  releaseRow,
  repositoryRow,
  tagRow,
  tagsOf,
} from './github-rows.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

export type GithubDeps = { readonly world: World; now(): number; readonly spent: Spent }

/** The number of requests in the current hour, as GitHub's rate limit counts them. */
export type Spent = { hour: number; used: number }

export const hourlyLimit = 5000
const filesAtOnce = 300

export function answerGithub(request: ProviderRequest, deps: GithubDeps): Answer {
  const answer = withEtag(request, route(request, deps))
  const isUnchanged = answer.status === 304 && request.headers['authorization'] !== undefined
  const free = isUnchanged || request.path === '/rate_limit'
  return limited(answer, { deps, free })
}

function route(request: ProviderRequest, deps: GithubDeps): Answer {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(404, notFound)
  const parts = request.path
    .split('/')
    .filter((part) => part.length > 0)
    .map(decodeURIComponent)
  if (parts[0] === 'repositories' && parts[1] !== undefined) {
    const repository = deps.world.hosting.repositories.get(Number(parts[1]))
    return repository && !repository.gone
      ? repositoryAnswer(request, repository, parts.slice(2), deps)
      : json(404, notFound)
  }
  if (parts[0] === 'rate_limit') return json(200, { resources: { core: coreLimit(deps) } })
  if (parts[0] === 'users' && parts[1] !== undefined) return userAnswer(parts[1], deps)
  if (parts[0] !== 'repos') return json(404, notFound)
  const asFullName = `${parts[1]}/${parts[2]}`
  const repository = findRepository(deps.world.hosting, asFullName)
  if (!repository || repository.gone) return json(404, notFound)
  if (fullNameOf(repository).toLowerCase() !== asFullName.toLowerCase())
    return moved(request, repository, parts.slice(3))
  return repositoryAnswer(request, repository, parts.slice(3), deps)
}

/** Answers about the owner of a repository. An owner stays when the repository is deleted. */
function userAnswer(login: string, deps: GithubDeps): Answer {
  const owners = [...deps.world.hosting.repositories.values()].map(({ owner }) => owner)
  const owner = owners.find((name) => name.toLowerCase() === login.toLowerCase())
  return owner === undefined ? json(404, notFound) : json(200, { login: owner, type: 'Organization' })
}

function coreLimit({ spent }: GithubDeps): Record<string, number> {
  const used = Math.min(spent.used, hourlyLimit)
  return { limit: hourlyLimit, remaining: hourlyLimit - used, used, reset: ((spent.hour + 1) * HOUR) / 1000 }
}

function repositoryAnswer(
  request: ProviderRequest,
  repository: Repository,
  rest: readonly string[],
  deps: GithubDeps,
): Answer {
  if (repository.refused) return json(403, refused)
  const [kind, id] = rest
  const now = deps.now()
  if (kind === undefined) return json(200, repositoryRow(repository, now))
  if (kind === 'releases') return releasesAnswer(request, repository, id)
  if (kind === 'tags')
    return partOf(
      request,
      tagsOf(repository).map((release) => tagRow(repository, release)),
    )
  if (kind === 'commits') return commitsAnswer(request, repository, id)
  if (kind === 'compare') return comparisonAnswer(request, repository, id)
  if (kind === 'contents') return contentsAnswer(repository, rest.slice(1).join('/'))
  return json(404, notFound)
}

/** Answers about the releases, without drafts: GitHub shows drafts only to a token that can push. */
function releasesAnswer(request: ProviderRequest, repository: Repository, id: string | undefined): Answer {
  const published = repository.releases.filter((entry) => !entry.draft)
  if (id === undefined) {
    const newestFirst = published.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
    return partOf(
      request,
      newestFirst.map((release) => releaseRow(repository, release)),
    )
  }
  const release = published.find((entry) => String(entry.id) === id)
  return release ? json(200, releaseRow(repository, release)) : json(404, notFound)
}

function commitsAnswer(request: ProviderRequest, repository: Repository, id: string | undefined): Answer {
  if (repository.commits.length === 0)
    return json(409, { message: 'Git Repository is empty.', documentation_url: docs })
  if (id !== undefined) {
    const commit = repository.commits[placeOf(repository, id)]
    return commit
      ? commitAnswer(request, repository, commit)
      : json(422, { message: `No commit found for SHA: ${id}` })
  }
  const start = request.query.get('sha')
  const newest = start === null ? repository.commits.length - 1 : placeOf(repository, start)
  if (newest === -1) return json(404, notFound)
  const since = Date.parse(request.query.get('since') ?? '')
  const until = Date.parse(request.query.get('until') ?? '')
  const author = request.query.get('author')
  const rows = repository.commits
    .slice(0, newest + 1)
    .filter((commit) => !(commit.committedAt < since) && !(commit.committedAt > until))
    .filter((commit) => author === null || commit.author.login === author)
    .toReversed()
  return partOf(
    request,
    rows.map((commit) => commitRow(repository, commit)),
  )
}

/** The index of the commit with a tag or an id, oldest first; -1 without such a commit. */
function placeOf({ commits, releases }: Repository, name: string): number {
  const tagged = releases.find((entry) => entry.tag === name && !entry.draft)
  return commits.findIndex(({ sha }) => sha === (tagged?.sha ?? name))
}

/** Answers about a commit with one part of its files. GitHub names at most 300 at a time. */
function commitAnswer(request: ProviderRequest, repository: Repository, commit: Commit): Answer {
  const number = positive(request.query.get('page'), 1)
  const files = commit.files.slice((number - 1) * filesAtOnce, number * filesAtOnce)
  const isLast = number * filesAtOnce >= commit.files.length
  return json(
    200,
    commitDetail(repository, { ...commit, files }),
    isLast ? {} : { link: link(request, number + 1, 'next') },
  )
}

function contentsAnswer(repository: Repository, path: string): Answer {
  const text = repository.files.get(path)
  return text === undefined ? json(404, notFound) : json(200, contentRow(path, text))
}

function comparisonAnswer(request: ProviderRequest, repository: Repository, range = ''): Answer {
  const perPage = positive(request.query.get('per_page'), 250)
  const { forkOf } = repository
  if (forkOf && range === `${forkOf.fullName.split('/')[0]}:main...main`) {
    const number = positive(request.query.get('page'), 1)
    return json(200, aheadOfUpstream(repository, { ofUpstream: forkOf.author, perPage, number }))
  }
  const [from = -1, to = -1] = range.split('...').map((name) => placeOf(repository, name))
  return from < 0 || to < 0 ? json(404, notFound) : json(200, comparison(repository, { from, to, perPage }))
}

function partOf(request: ProviderRequest, rows: readonly unknown[]): Answer {
  const size = Math.min(100, positive(request.query.get('per_page'), 30))
  const number = positive(request.query.get('page'), 1)
  const last = Math.max(1, Math.ceil(rows.length / size))
  const links = [
    ...(number > 1 ? [link(request, number - 1, 'prev')] : []),
    ...(number < last ? [link(request, number + 1, 'next'), link(request, last, 'last')] : []),
    ...(number > 1 ? [link(request, 1, 'first')] : []),
  ]
  const shown = rows.slice((number - 1) * size, number * size)
  return json(200, shown, links.length > 0 ? { link: links.join(', ') } : {})
}

function link(request: ProviderRequest, number: number, relation: string): string {
  const query = new URLSearchParams(request.query)
  query.set('page', String(number))
  return `<${request.origin}${request.path}?${query}>; rel="${relation}"`
}

function positive(given: string | null, fallback: number): number {
  const value = Number(given ?? fallback)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

function moved(request: ProviderRequest, repository: Repository, rest: readonly string[]): Answer {
  const path = ['repositories', String(repository.id), ...rest].join('/')
  const query = request.query.size > 0 ? `?${request.query}` : ''
  const url = `${request.origin}/${path}${query}`
  return json(301, { message: 'Moved Permanently', url, documentation_url: docs }, { location: url })
}

function withEtag(request: ProviderRequest, answer: Answer): Answer {
  if (answer.status !== 200) return answer
  const digest = createHash('sha256')
    .update(answer.body)
    .update(answer.headers['link'] ?? '')
    .digest('hex')
  const etag = `W/"${digest}"`
  const known = (request.headers['if-none-match'] ?? '').split(',').map((entry) => entry.trim())
  const headers = { ...answer.headers, etag, 'cache-control': 'public, max-age=60, s-maxage=60' }
  return known.includes(etag) ? { status: 304, headers, body: '' } : { ...answer, headers }
}

function limited(answer: Answer, { deps, free }: { deps: GithubDeps; free: boolean }): Answer {
  const { spent } = deps
  const hour = Math.floor(deps.now() / HOUR)
  if (spent.hour !== hour) Object.assign(spent, { hour, used: 0 })
  if (!free) spent.used += 1
  const headers = {
    'x-ratelimit-limit': String(hourlyLimit),
    'x-ratelimit-remaining': String(Math.max(0, hourlyLimit - spent.used)),
    'x-ratelimit-used': String(Math.min(spent.used, hourlyLimit)),
    'x-ratelimit-reset': String(((hour + 1) * HOUR) / 1000),
    'x-ratelimit-resource': 'core',
    'x-github-media-type': 'github.v3; format=json',
    date: new Date(deps.now()).toUTCString(),
  }
  if (spent.used <= hourlyLimit) return { ...answer, headers: { ...answer.headers, ...headers } }
  const message = `API rate limit exceeded until ${isoOf((hour + 1) * HOUR)}.`
  return json(403, { message, documentation_url: docs }, headers)
}

const docs = 'https://docs.github.example/rest'
const refused = {
  message: 'Resource not accessible by personal access token',
  documentation_url: docs,
  status: '403',
}
const notFound = { message: 'Not Found', documentation_url: docs, status: '404' }
