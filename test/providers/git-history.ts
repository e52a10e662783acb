import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServedRepository } from './github.ts'

/** A git repository on disk, made from a plan. */
export type GitHistory = AsyncDisposable & {
  /** Runs the commands of `git fast-import`. */
  readonly load: (commands: Iterable<string>) => Promise<void>
  /** The output of a git command, line by line. Times are in UTC. */
  readonly git: (...arguments_: readonly string[]) => Promise<readonly string[]>
}

type Plan = {
  readonly commits: number
  readonly tags: number
  /** The time of the newest commit; the others are irregular steps before it. */
  readonly newestMs: number
  readonly stepMinutes: number
}

const AUTHORS = ['Ada', 'Bo', 'Cleo', 'Dara', 'Eli']
const OFFSETS = ['+0000', '+0200', '-0330', '+0545']
const WORDS = 'parser,vault,oracle,fee,router,keeper,index,proof,queue,bridge,signer,ledger,batch'.split(',')
const LINES = { maxBuffer: 64 * 1024 * 1024 }
const run = promisify(execFile)

/** Makes a repository with branches that are merged, authors in several time zones, and tags. */
export async function makeGitHistory(plan: Plan): Promise<GitHistory> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-git-'))
  const environment = { PATH: process.env['PATH'], TZ: 'UTC', GIT_CONFIG_NOSYSTEM: '1', HOME: folder }
  const git = async (...arguments_: readonly string[]) => {
    const { stdout } = await run('git', [...arguments_], { cwd: folder, env: environment, ...LINES })
    return stdout.split('\n').filter((line) => line !== '')
  }
  await git('init', '--quiet', '--initial-branch=main')
  const load = async (commands: Iterable<string>) => {
    const importing = spawn('git', ['fast-import', '--quiet'], { cwd: folder, env: environment })
    importing.stdin.end([...commands].join(''))
    const [code] = await once(importing, 'exit')
    if (code !== 0) throw new Error(`git fast-import exited with ${code}`)
  }
  await load(steps(plan))
  return { git, load, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** The commands of `git fast-import`: every fortieth commit merges the one before it, made on a branch. */
function* steps({ commits, tags, newestMs, stepMinutes }: Plan): Generator<string> {
  for (let n = 1; n <= commits; n += 1) {
    const isMerge = n % 40 === 0
    const branch = n % 40 === 39 ? 'side' : 'main'
    const jitter = (n * n * 37) % (stepMinutes - 1)
    const seconds =
      Math.floor(newestMs / 1000) - ((commits - n) * stepMinutes + (n === commits ? 0 : jitter)) * 60
    const who = AUTHORS[(n * 7) % AUTHORS.length] ?? ''
    const signed = `${who} <${who.toLowerCase()}@example.com> ${seconds} ${OFFSETS[n % OFFSETS.length]}`
    const subject = [3, 5, 7, 11].map((step) => WORDS[Math.floor(n / step) % WORDS.length]).join(' ')
    yield `commit refs/heads/${branch}\nmark :${n}\nauthor ${signed}\ncommitter ${signed}\n${data(subject)}`
    if (isMerge) yield `from :${n - 2}\nmerge :${n - 1}\n`
    else if (n > 1) yield `from :${n - 1}\n`
    yield `M 100644 inline src/part-${n % 50}.ts\n${data(`export const value = ${n}\n`)}\n`
    const release = Math.floor((n * tags) / commits)
    if (release > Math.floor(((n - 1) * tags) / commits))
      yield `tag v${release}\nfrom :${n}\ntagger ${signed}\n${data(`Release ${release}`)}`
  }
}

/**
 * Merges a branch into main. The branch begins `behind` commits before the tip, and has one commit at each of these
 * times.
 */
export async function mergeLate(
  { load }: GitHistory,
  branch: { readonly behind: number; readonly commitsMs: readonly number[]; readonly mergedMs: number },
): Promise<void> {
  const signed = (ms: number) => `Ada <ada@example.com> ${Math.floor(ms / 1000)} +0000`
  const begin = (ref: string, ms: number, subject: string) =>
    `commit refs/heads/${ref}\nauthor ${signed(ms)}\ncommitter ${signed(ms)}\n${data(subject)}`
  const commits = branch.commitsMs.map((ms, n) => {
    const from = n === 0 ? `from refs/heads/main~${branch.behind}\n` : ''
    const file = `M 100644 inline src/late-${n}.ts\n${data(`export const late = ${n}\n`)}\n`
    return `${begin('late', ms, `Late ${'x'.repeat(n + 1)}`)}${from}${file}`
  })
  const merge = `${begin('main', branch.mergedMs, 'Merge late')}from refs/heads/main^0\nmerge refs/heads/late\n`
  await load([...commits, merge])
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

const SEPARATOR = '\u001f'
const FIELDS = ['%H', '%P', '%cI', '%aI', '%an', '%ae', '%s'].join('%x1f')
const WEB = 'https://github.example/lumen-labs/lumen'

/** The rows that GitHub would list of a repository. They have git's own dates, with offsets. */
export async function servedFrom({ git }: GitHistory): Promise<Partial<ServedRepository>> {
  const commits = (await git('log', 'main', `--format=${FIELDS}`)).map((line) => {
    const [sha = '', parents = '', committed, authored, name = '', email, message] = line.split(SEPARATOR)
    return {
      sha,
      html_url: `${WEB}/commit/${sha}`,
      author: { login: name.toLowerCase(), type: 'User' },
      commit: {
        message,
        author: { name, email, date: authored },
        committer: { name, email, date: committed },
      },
      parents: parents.split(' ').map((parent) => ({ sha: parent })),
    }
  })
  const format = '%(refname:short)%1f%(creatordate:iso-strict)%1f%(*objectname)'
  const refs = await git('for-each-ref', '--sort=-creatordate', `--format=${format}`, 'refs/tags')
  const tags = refs.map((line) => {
    const [name = '', date = '', sha = ''] = line.split(SEPARATOR)
    return { name, date, sha }
  })
  return {
    commits,
    tags: tags.map(({ name, sha }) => ({ name, commit: { sha } })),
    releases: tags.map(({ name, date }) => ({
      id: Number.parseInt(name.slice(1), 10),
      tag_name: name,
      name,
      draft: false,
      prerelease: false,
      created_at: date,
      published_at: date,
      html_url: `${WEB}/releases/tag/${name}`,
      assets: [],
    })),
    files: Object.fromEntries(
      commits.map(({ sha }) => [
        sha,
        [{ filename: 'src/part.ts', additions: 1, deletions: 1, patch: '-1\n+2' }],
      ]),
    ),
  }
}
