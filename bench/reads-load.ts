import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type LoadPlan = {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
}

/** The result of a load run. `unexpected` counts the answers other than 200 by status, and the failed connections. */
export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly unexpected: Readonly<Record<string, number>>
  readonly p99Ms: number
  /** The generator's processor time. When it is a whole core, the generator may be the bottleneck. */
  readonly cpuSeconds: number
}

/** A load generator. It sends requests as fast as they are answered, from a separate process. */
export type LoadGenerator = {
  readonly name: string
  readonly run: (plan: LoadPlan) => Promise<LoadResult>
}

const execute = promisify(execFile)

/** The load generators on this machine. wrk needs a fraction of a core, autocannon a whole core. */
export async function findGenerators(): Promise<readonly LoadGenerator[]> {
  const hasWrk = await execute('wrk', ['--version']).then(
    () => true,
    ({ code }: { code: unknown }) => code !== 'ENOENT',
  )
  if (hasWrk) return [wrk, autocannon]
  console.error('wrk is not installed: using only autocannon, which may be slower than the server')
  return [autocannon]
}

const autocannon: LoadGenerator = {
  name: 'autocannon',
  async run(plan) {
    const script = join(import.meta.dirname, 'reads-autocannon.ts')
    const { stdout } = await execute(process.execPath, [script, JSON.stringify(plan)])
    return JSON.parse(stdout) as LoadResult
  },
}

const wrk: LoadGenerator = {
  name: 'wrk',
  async run({ url, paths, connections, seconds }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-wrk-'))
    try {
      const pathsFile = join(folder, 'paths')
      await writeFile(pathsFile, paths.join('\n'))
      const { stdout } = await execute(
        'wrk',
        [
          '--threads',
          '1',
          '--connections',
          `${connections}`,
          '--duration',
          `${seconds}s`,
          '--script',
          join(import.meta.dirname, 'reads-wrk.lua'),
          url,
        ],
        { env: { ...process.env, PATHS_FILE: pathsFile } },
      )
      const line = stdout.split('\n').find((one) => one.startsWith('json '))
      if (line === undefined) throw new Error(`wrk printed no result: ${stdout}`)
      return JSON.parse(line.slice('json '.length)) as LoadResult
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
