import { type Ask, eachOf, rowsOf } from './observe.ts'

export type Commit = {
  readonly sha: string
  readonly at: number
  readonly subject: string
  readonly author: string
  readonly isBot: boolean
  readonly isMerge: boolean
  readonly files: readonly { readonly filename: string; readonly patch: string }[]
}
export type Release = {
  readonly id: number
  readonly tag: string
  readonly at: number
  readonly prerelease: boolean
  readonly author: string
  readonly title: string
  readonly url: string
  /** Its comparison with the release before. Undefined for the first release, and when the host has no comparison. */
  readonly compared: { readonly status: string; readonly files: readonly string[] } | undefined
}
export type Repository = {
  readonly locator: string
  readonly answers: boolean
  readonly stars: number
  readonly watchers: number
  readonly createdAt: number
  readonly url: string
  readonly homepage: string | null
  readonly commits: readonly Commit[]
  readonly releases: readonly Release[]
}

type Row = {
  readonly sha: string
  readonly commit: { readonly message: string; readonly committer: { readonly date: string } }
  readonly author: { readonly login: string; readonly type: string }
  readonly parents: readonly unknown[]
}
type Detail = Row & { readonly files: readonly { readonly filename: string; readonly patch?: string }[] }
type ReleaseRow = {
  readonly id: number
  readonly tag_name: string
  readonly published_at: string
  readonly prerelease: boolean
  readonly author: { readonly login: string }
  readonly name: string
  readonly html_url: string
}

const DAY = 86_400_000

/** The details of each commit, read once for all runs: all runs continue from one past, and a sha names one commit. */
const details = new Map<string, Detail>()

/** Reads repositories from the stand-in of the code host. Comparisons never change, so each is read once. */
export function readerOfRepositories(ask: Ask) {
  const compared = new Map<string, Release['compared']>()
  return async (locator: string): Promise<Repository> => {
    const { status, value } = await ask({ provider: 'github', path: `/repos/${locator}` })
    const path = status === 301 ? new URL((value as { url: string }).url).pathname : `/repos/${locator}`
    const found = status === 301 ? await ask({ provider: 'github', path }) : { status, value }
    if (found.status !== 200) return gone(locator)
    const repository = found.value as {
      stargazers_count: number
      subscribers_count: number
      created_at: string
      html_url: string
      homepage: string | null
    }
    const rows = await rowsOf<Row>(ask, 'github', `${path}/commits?per_page=100`)
    const releases = await rowsOf<ReleaseRow>(ask, 'github', `${path}/releases?per_page=100`)
    const newest = Math.max(0, ...releases.map(({ published_at }) => Date.parse(published_at)))
    return {
      locator,
      answers: true,
      url: repository.html_url,
      homepage: repository.homepage,
      createdAt: Date.parse(repository.created_at),
      stars: repository.stargazers_count,
      watchers: repository.subscribers_count,
      commits: await eachOf(rows, async (row) => commitOf(await detailOf(path, row.sha))),
      releases: await eachOf(releases, async (row) =>
        releaseOf(
          row,
          newest - Date.parse(row.published_at) > 120 * DAY
            ? undefined
            : await comparisonOf(path, row, releases),
        ),
      ),
    }
  }

  async function detailOf(path: string, sha: string): Promise<Detail> {
    const known = details.get(sha)
    if (known !== undefined) return known
    const { value } = await ask({ provider: 'github', path: `${path}/commits/${sha}` })
    details.set(sha, value as Detail)
    return value as Detail
  }

  async function comparisonOf(path: string, row: ReleaseRow, releases: readonly ReleaseRow[]) {
    const before = releases
      .filter(({ published_at }) => published_at < row.published_at)
      .filter(({ prerelease }) => row.prerelease || !prerelease)
      .toSorted((a, b) => b.published_at.localeCompare(a.published_at))[0]
    if (before === undefined) return undefined
    const range = `${encodeURIComponent(before.tag_name)}...${encodeURIComponent(row.tag_name)}`
    const key = `${path} ${row.id} ${range}`
    if (!compared.has(key)) {
      const { status, value } = await ask({ provider: 'github', path: `${path}/compare/${range}` })
      const found = value as { status: string; files: readonly { filename: string }[] }
      compared.set(
        key,
        status === 200
          ? { status: found.status, files: found.files.map(({ filename }) => filename) }
          : undefined,
      )
    }
    return compared.get(key)
  }
}

function releaseOf(row: ReleaseRow, compared: Release['compared']): Release {
  return {
    id: row.id,
    tag: row.tag_name,
    at: Date.parse(row.published_at),
    prerelease: row.prerelease,
    author: row.author.login,
    title: row.name,
    url: row.html_url,
    compared,
  }
}

function commitOf({ sha, commit, author, parents, files }: Detail): Commit {
  return {
    sha,
    at: Date.parse(commit.committer.date),
    subject: commit.message.split('\n')[0] ?? '',
    author: author.login,
    isBot: author.type === 'Bot' || author.login.endsWith('[bot]'),
    isMerge: parents.length > 1,
    files: files.map(({ filename, patch = '' }) => ({ filename, patch })),
  }
}

function gone(locator: string): Repository {
  return {
    locator,
    answers: false,
    stars: 0,
    watchers: 0,
    createdAt: 0,
    url: '',
    homepage: null,
    commits: [],
    releases: [],
  }
}
