import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { GithubDeps } from '#collectors/github/api.ts'
import { openHttp } from '#collectors/http.ts'
import { COLLECTORS } from '#collectors/index.ts'
import { openParserThread } from '#collectors/parser-thread/parser-thread.ts'
import { type RunCounts, runDue } from '#collectors/run-due.ts'
import type { EstablishedBy } from '#contract/enums.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { emptyDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'

// GitHub REST, 2026-11: the shape of its answers, with invented names, ids and dates.

/** A repository as the stand-in serves it: rows are given as the API would list them, newest first. */
export type ServedRepository = {
  id: number
  fullName: string
  /** The origin of the pages on GitHub. Every address in a row begins with it and the current name. */
  web: string
  createdAt: string
  pushedAt: string
  archived: boolean
  fork: boolean
  homepage: string | null
  /** The repository that was forked. The path of its comparison is `OWNER:main...main`. */
  parent: { full_name: string; default_branch: string } | undefined
  /** The root of a network of forks; undefined for the parent. */
  source: { full_name: string; default_branch: string } | undefined
  releases: Record<string, unknown>[]
  tags: { name: string; commit: { sha: string } }[]
  commits: Record<string, unknown>[]
  files: Record<string, unknown[]>
  /** The answers of comparisons, by the two tags: `v1...v2`. */
  compared: Record<string, unknown>
  /** The origin in the links to further parts; undefined for the server's own. */
  linkOrigin: string | undefined
  /** The status of every answer about the repository, such as 404 or 451. With 409 only commits are answered so. */
  broken: number | undefined
}

export type GithubTrial = AsyncDisposable & {
  now: Instant
  readonly database: Database
  readonly sourceId: string
  readonly projectId: string
  readonly repository: ServedRepository
  readonly asked: readonly string[]
  /** Answers in place of the stand-in where it returns an answer. */
  override: (request: IncomingMessage) => Scripted | undefined
  /** Moves the clock by these hours, and reads what is due. */
  readonly read: (hours?: number) => Promise<RunCounts>
  readonly ships: () => Promise<readonly Record<string, unknown>[]>
  readonly stream: (name: string) => Promise<Record<string, unknown>>
  readonly facts: () => Promise<Record<string, unknown>>
}

/** One parser thread for all trials of a process: starting a thread takes longer than most trials. */
const parserThread = openParserThread()

type TrialOptions = {
  readonly now: string
  readonly streams?: readonly string[]
  readonly establishedBy?: EstablishedBy
  /** The path of the API on its host, as GitHub Enterprise has one. */
  readonly basePath?: string
}
type OpenTrial = (options: TrialOptions, repository?: Partial<ServedRepository>) => Promise<GithubTrial>

/** Opens trials for the tests of a file, one after another on one database. Call it outside of tests. */
export async function githubTrialsOfFile(): Promise<OpenTrial> {
  const { database } = await fileDatabase()
  let isOpen = false
  return async (options, repository = {}) => {
    if (isOpen) throw new Error('the trial before is still open')
    isOpen = true
    await emptyDatabase(database)
    const closed = () => {
      isOpen = false
    }
    return openTrial({ options, repository, closed }, database)
  }
}

/** One project with one repository at a stand-in of the API, on an empty database and a clock of its own. */
async function openTrial(
  {
    options,
    repository,
    closed,
  }: {
    readonly options: TrialOptions
    readonly repository: Partial<ServedRepository>
    readonly closed: () => void
  },
  database: Database,
): Promise<GithubTrial> {
  const server = await startAnsweringServer()
  const base = `${server.url}${options.basePath ?? ''}`
  const served: ServedRepository = { ...EMPTY, ...repository }
  const clock = () => trial.now
  const http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
  const collectors = COLLECTORS.filter(
    ({ provider, stream }) =>
      provider === 'github' && (options.streams === undefined || options.streams.includes(stream)),
  )
  const stored = { kind: 'github_repository', locator: served.fullName } as const
  const { sourceId, projectId } = await storeProject(stored, database)
  await database
    .updateTable('sources')
    .set({ established_by: options.establishedBy ?? 'mutual' })
    .execute()
  const trial: GithubTrial = {
    now: toInstant(options.now),
    database,
    sourceId,
    projectId,
    repository: served,
    asked: server.asked,
    override: () => undefined,
    async read(hours = 0) {
      trial.now = addMs(trial.now, hours * 3_600_000)
      const providers = { githubApiUrl: base, githubToken: { reveal: () => 'token-of-test' } }
      const world = { http, parserThread, clock, reader: database, providers } satisfies GithubDeps
      const reportBug = ({ error }: { error: unknown }) => {
        throw error
      }
      return runDue(
        { now: trial.now },
        { database, collectors: collectors as never, world: world as never, reportBug },
      )
    },
    ships: () =>
      database.selectFrom('ships').selectAll().orderBy('occurred_at').orderBy('natural_key').execute(),
    stream: (name) =>
      database.selectFrom('source_streams').selectAll().where('stream', '=', name).executeTakeFirstOrThrow(),
    async facts() {
      const row = await database
        .selectFrom('sources')
        .select('facts')
        .where('id', '=', sourceId)
        .executeTakeFirstOrThrow()
      return row.facts as Record<string, unknown>
    },
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      closed()
    },
  }
  server.answer = (request) => trial.override(request) ?? answerGithub(request, served, base)
  await inTransaction(database, (writer) => ensureStreams({ specs: collectors }, writer))
  return trial
}

export function release(id: number, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    tag_name: `v1.${id}.0`,
    name: `Release ${id}`,
    draft: false,
    prerelease: false,
    created_at: '2026-11-16T08:00:00Z',
    published_at: '2026-11-16T09:00:00Z',
    body: 'What is new',
    assets: [],
    html_url: `${WEB}/lumen-labs/lumen/releases/tag/v1.${id}.0`,
    ...over,
  }
}

export function commit(sha: string, at: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sha: sha.padEnd(40, '0'),
    html_url: `${WEB}/lumen-labs/lumen/commit/${sha.padEnd(40, '0')}`,
    commit: {
      message: `Change ${sha}\n\nWhy`,
      author: { name: 'Ada', date: at },
      committer: { name: 'Ada', date: at },
    },
    author: { login: 'ada', type: 'User' },
    parents: [{ sha: 'f'.repeat(40) }],
    ...over,
  }
}

const WEB = 'https://github.example'
const DOCS = 'https://docs.github.example/rest'
const NOT_FOUND = json(404, { message: 'Not Found', documentation_url: DOCS, status: '404' })
const BLOCKED = json(451, { message: 'Repository access blocked', block: { reason: 'dmca' } })
const EMPTY: ServedRepository = {
  id: 101,
  fullName: 'lumen-labs/lumen',
  web: WEB,
  createdAt: '2026-01-05T00:00:00Z',
  pushedAt: '2026-11-19T08:00:00Z',
  archived: false,
  fork: false,
  homepage: 'https://lumen.example',
  parent: undefined,
  source: undefined,
  releases: [],
  tags: [],
  commits: [],
  files: {},
  compared: {},
  linkOrigin: undefined,
  broken: undefined,
}

function answerGithub(request: IncomingMessage, served: ServedRepository, base: string): Scripted {
  const url = new URL(request.url ?? '/', base)
  const { pathname } = new URL(base)
  if (!url.pathname.startsWith(pathname)) return NOT_FOUND
  const [root, ...parts] = url.pathname.slice(pathname.length).replace(/^\//, '').split('/')
  if (root === 'users') return json(200, { login: parts[0], id: 7, type: 'Organization' })
  const [name, rest] =
    root === 'repos' ? [parts.slice(0, 2).join('/'), parts.slice(2)] : [served.fullName, parts.slice(1)]
  const isHere = root === 'repos' || parts[0] === String(served.id)
  if (!isHere || served.broken === 404 || served.broken === 451)
    return served.broken === 451 ? BLOCKED : NOT_FOUND
  if (name !== served.fullName) {
    const location = `${base}/repositories/${[served.id, ...rest].join('/')}${url.search}`
    return { ...json(301, { message: 'Moved Permanently', url: location }), headers: { location } }
  }
  return conditional(request, withPages(answerKind(rest, { url, served }), served))
}

/** Puts the current name of the repository into addresses. The given rows have its first name. */
function withPages(answer: Scripted, { web, fullName }: ServedRepository): Scripted {
  return {
    ...answer,
    body: answer.body.toString().replaceAll(`${WEB}/lumen-labs/lumen/`, `${web}/${fullName}/`),
  }
}

function answerKind(
  [kind, id]: readonly string[],
  { url, served }: { url: URL; served: ServedRepository },
): Scripted {
  if (kind === undefined) return json(200, repositoryRow(served))
  if (kind === 'releases' && id !== undefined) {
    return found(served.releases.find((row) => String(row['id']) === id))
  }
  if (kind === 'releases') return part(url, served.releases, served.linkOrigin)
  if (kind === 'compare') return found(served.compared[decodeURIComponent(id ?? '')])
  if (kind === 'tags') return part(url, served.tags, served.linkOrigin)
  if (served.broken === 409)
    return json(409, { message: 'Git Repository is empty.', documentation_url: DOCS })
  if (id !== undefined) return found(served.files[id] && { sha: id, files: served.files[id] })
  if (url.searchParams.get('per_page') === '1') return atTag(url.searchParams.get('sha'), served)
  const since = Date.parse(url.searchParams.get('since') ?? '')
  const until = Date.parse(url.searchParams.get('until') ?? '')
  const rows = served.commits.filter((row) => {
    const at = Date.parse(committedAt(row))
    return !(at < since) && !(at > until)
  })
  return part(url, rows, served.linkOrigin)
}

/** The newest commit at a tag, as the only row. */
function atTag(name: string | null, { tags }: ServedRepository): Scripted {
  const tag = tags.find((row) => row.name === name)
  return tag === undefined ? NOT_FOUND : json(200, [tag.commit])
}

function committedAt(row: Record<string, unknown>): string {
  return (row as { commit: { committer: { date: string } } }).commit.committer.date
}

function repositoryRow(served: ServedRepository): Record<string, unknown> {
  return {
    id: served.id,
    full_name: served.fullName,
    html_url: `${served.web}/${served.fullName}`,
    archived: served.archived,
    fork: served.fork,
    homepage: served.homepage,
    disabled: false,
    parent: served.parent,
    source: served.source ?? served.parent,
    created_at: served.createdAt,
    pushed_at: served.pushedAt,
    default_branch: 'main',
    stargazers_count: 12,
    subscribers_count: 3,
  }
}

function part(url: URL, rows: readonly unknown[], linkOrigin = url.origin): Scripted {
  const size = Number.parseInt(url.searchParams.get('per_page') ?? '30', 10)
  const number = Number.parseInt(url.searchParams.get('page') ?? '1', 10)
  const answer = json(200, rows.slice((number - 1) * size, number * size))
  const last = Math.max(1, Math.ceil(rows.length / size))
  const links = [
    ...(number > 1 ? [['prev', number - 1] as const] : []),
    ...(number < last ? [['next', number + 1] as const, ['last', last] as const] : []),
    ...(number > 1 ? [['first', 1] as const] : []),
  ].map(([relation, to]) => {
    url.searchParams.set('page', String(to))
    return `<${linkOrigin}${url.pathname}${url.search}>; rel="${relation}"`
  })
  return links.length === 0 ? answer : { ...answer, headers: { link: links.join(', ') } }
}

function conditional(request: IncomingMessage, answer: Scripted): Scripted {
  if (answer.status !== 200) return answer
  const etag = `W/"${createHash('sha256').update(answer.body).digest('hex')}"`
  const headers = { ...answer.headers, etag }
  return request.headers['if-none-match'] === etag
    ? { status: 304, headers, body: '' }
    : { ...answer, headers }
}

function found(row: unknown): Scripted {
  return row === undefined ? NOT_FOUND : json(200, row)
}

function json(status: number, value: unknown): Scripted {
  return { status, body: JSON.stringify(value) }
}
