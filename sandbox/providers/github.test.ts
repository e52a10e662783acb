import { beforeEach, describe, expect, test } from 'vitest'
import { act } from '../actions/index.ts'
import { HOUR } from '../clock.ts'
import { buildWorld } from '../world/build.ts'
import { answerGithub, type GithubDeps, hourlyLimit } from './github.ts'
import type { Answer } from './server.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')
let now = epoch
let deps: GithubDeps

beforeEach(() => {
  now = epoch
  deps = { world: buildWorld({ seed: 'github', epoch }), now: () => now, spent: { hour: 0, used: 0 } }
})

function get(target: string, headers: Record<string, string> = {}): Answer {
  const url = new URL(target, 'http://github.test')
  return answerGithub(
    {
      method: 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers,
      origin: url.origin,
      body: Buffer.alloc(0),
    },
    deps,
  )
}

function rows(answer: Answer): readonly Record<string, unknown>[] {
  return JSON.parse(answer.body.toString())
}

describe('conditional reads', () => {
  test('answer 304 to their ETag while nothing changed, and 200 after a change', () => {
    const first = get('/repos/lumen-labs/lumen/releases')
    const etag = first.headers['etag'] ?? ''
    now += 10 * HOUR
    expect(get('/repos/lumen-labs/lumen/releases', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    })
    act(deps.world, { action: 'release', slug: 'lumen', at: now })
    const changed = get('/repos/lumen-labs/lumen/releases', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test('cost no quota only when authorised', () => {
    const etag = get('/repos/lumen-labs/lumen').headers['etag'] ?? ''
    const remaining = (headers: Record<string, string>) =>
      get('/repos/lumen-labs/lumen', headers).headers['x-ratelimit-remaining']
    expect(remaining({ 'if-none-match': etag })).toBe(String(hourlyLimit - 2))
    expect(remaining({ 'if-none-match': etag, authorization: 'Bearer x' })).toBe(String(hourlyLimit - 2))
  })
})

test('Link headers lead through every row once', () => {
  const seen: unknown[] = []
  let next: string | undefined = '/repos/metronome-data/feed/commits?per_page=100'
  while (next !== undefined) {
    const answer = get(next)
    seen.push(...rows(answer).map((row) => row['sha']))
    next = /<([^>]+)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1]
  }
  const all = [...deps.world.hosting.repositories.values()].find((entry) => entry.owner === 'metronome-data')
  expect(seen).toEqual(all?.commits.map((commit) => commit.sha).toReversed())
  expect(new Set(seen).size).toBe(seen.length)
})

test('since and until bound the commits by the committer date', () => {
  const since = new Date(epoch - 48 * HOUR).toISOString()
  const until = new Date(epoch - 24 * HOUR).toISOString()
  const dates = rows(
    get(`/repos/metronome-data/feed/commits?per_page=100&since=${since}&until=${until}`),
  ).map((row) => Date.parse((row['commit'] as { committer: { date: string } }).committer.date))
  expect(dates.length).toBeGreaterThan(50)
  expect(dates.filter((date) => date < Date.parse(since) - 1000 || date > Date.parse(until))).toEqual([])
})

test('a renamed repository answers 301 to the same id, with the same path and query', () => {
  const moved = get('/repos/tidewright/tide-engine/releases?per_page=5')
  expect(moved.status).toBe(301)
  const id = rows(get(moved.headers['location']?.replace(/\/releases.*/, '') ?? ''))
  expect(id).toMatchObject({ full_name: 'tidewright/tide' })
  expect(rows(get(moved.headers['location'] ?? ''))).toHaveLength(5)
})

test.each([
  ['/repos/driftwood-fi/driftwood', 404],
  ['/repos/nobody/nothing', 404],
  ['/repos/blankslate-dev/blankslate', 200],
  ['/repos/blankslate-dev/blankslate/commits', 409],
  ['/repos/blankslate-dev/blankslate/releases', 200],
  ['/repos/lumen-labs/lumen/releases/1', 404],
])('%s answers %i', (path, status) => {
  expect(get(path).status).toBe(status)
})

test('a deleted release is not found by its id, and its successor of the same tag has another', () => {
  const [newest] = rows(get('/repos/lumen-labs/lumen/releases'))
  act(deps.world, { action: 'delete-release', slug: 'lumen', at: epoch + 1000 })
  expect(get(`/repos/lumen-labs/lumen/releases/${newest?.['id']}`).status).toBe(404)
  act(deps.world, { action: 'release', slug: 'lumen', at: epoch + 2000 })
  const [again] = rows(get('/repos/lumen-labs/lumen/releases'))
  expect(again?.['tag_name']).toBe(newest?.['tag_name'])
  expect(again?.['id']).not.toBe(newest?.['id'])
})

test('a commit of its own carries files and stats', () => {
  const [newest] = rows(get('/repos/lumen-labs/lumen/commits?per_page=1'))
  const commit = JSON.parse(get(`/repos/lumen-labs/lumen/commits/${newest?.['sha']}`).body.toString())
  expect(commit.files.length).toBeGreaterThan(0)
  expect(commit.stats.total).toBe(commit.stats.additions + commit.stats.deletions)
})

test('past the hourly limit it refuses until the next hour', () => {
  deps.spent.hour = Math.floor(now / HOUR)
  deps.spent.used = hourlyLimit
  const refused = get('/repos/lumen-labs/lumen')
  expect(refused).toMatchObject({ status: 403, headers: { 'x-ratelimit-remaining': '0' } })
  now = Number(refused.headers['x-ratelimit-reset']) * 1000
  expect(get('/repos/lumen-labs/lumen').status).toBe(200)
})

test.each(['', '/releases', '/tags', '/commits'])(
  'a repository that our key may not read refuses %s, limits apart',
  (path) => {
    const answer = get(`/repos/brackenfold/fold${path}`)
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      message: 'Resource not accessible by personal access token',
    })
    expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(0)
  },
)

test('an owner has a page, and the count of requests is free', () => {
  expect(get('/users/Lumen-Labs')).toMatchObject({ status: 200 })
  expect(get('/users/nobody-at-all')).toMatchObject({ status: 404 })
  const before = get('/rate_limit')
  expect(JSON.parse(before.body.toString())).toMatchObject({ resources: { core: { limit: hourlyLimit } } })
  expect(get('/rate_limit').headers['x-ratelimit-remaining']).toBe(before.headers['x-ratelimit-remaining'])
})

test('commits are listed from a tag back, and compared by commit too', () => {
  const [release] = rows(get('/repos/lumen-labs/lumen/releases'))
  const tag = String(release?.['tag_name'])
  const tagged = rows(get('/repos/lumen-labs/lumen/tags')).find(({ name }) => name === tag)
  const { sha } = tagged === undefined ? { sha: '' } : (tagged['commit'] as { sha: string })
  const commitsOf = (query: string) => rows(get(`/repos/lumen-labs/lumen/commits?${query}`))
  expect(commitsOf(`sha=${tag}&per_page=1`)).toMatchObject([{ sha }])
  expect(get('/repos/lumen-labs/lumen/commits?sha=no-such-tag').status).toBe(404)
  const compared = get(`/repos/lumen-labs/lumen/compare/${sha}...${tag}`)
  expect(JSON.parse(compared.body.toString())).toMatchObject({ status: 'identical' })
})

test('[R86] a fork names its upstream, and a comparison with it has the own commits alone', () => {
  const row = JSON.parse(get('/repos/graftwood/client').body.toString())
  expect(row).toMatchObject({
    fork: true,
    parent: { full_name: 'upstream-labs/client', default_branch: 'main' },
  })
  act(deps.world, { action: 'sync-fork', slug: 'graftwood', at: epoch })
  const parts = [1, 2, 3].map((part) =>
    JSON.parse(
      get(
        `/repos/graftwood/client/compare/upstream-labs:main...main?per_page=8&page=${part}`,
      ).body.toString(),
    ),
  )
  const logins = parts.flatMap(({ commits }) =>
    commits.map(({ author }: { author: { login: string } }) => author.login),
  )
  expect(new Set(logins)).toEqual(new Set(['perrin-sole']))
  expect(parts.map(({ total_commits }) => total_commits)).toEqual(Array(3).fill(logins.length))
  expect(get('/repos/lumen-labs/lumen/compare/upstream-labs:main...main').status).toBe(404)
  expect(JSON.parse(get('/repos/lumen-labs/lumen').body.toString())).not.toHaveProperty('parent')
})

test('[R88] a commit names 300 files at a time', () => {
  act(deps.world, { action: 'import-code', slug: 'blankslate', at: epoch })
  const [first] = rows(get('/repos/blankslate-dev/blankslate/commits'))
  const part = get(`/repos/blankslate-dev/blankslate/commits/${first?.['sha']}`)
  const next = /<([^>]+)>; rel="next"/.exec(part.headers['link'] ?? '')?.[1] ?? ''
  const files = [part, get(next)].map((answer) => JSON.parse(answer.body.toString()).files.length)
  expect(files).toEqual([300, 100])
  expect(get(next).headers['link']).toBeUndefined()
})
