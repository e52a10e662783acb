import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { stringify } from 'yaml'
import { findFreePort } from '#app/instance/address.ts'
import { giveToServerUser } from '#app/instance/postgres-process.ts'
import { leaveToStatements } from '#records/database.ts'
import { asServer } from '#test/postgres/postgres-server.ts'
import { findPostgresTools } from '#test/postgres/postgres-tools.ts'
import { findProcesses, killAll, send } from '#test/service/processes.ts'
import { command } from '#test/service/run-command.ts'
import { waitUntil } from '../alerts/wait-until.ts'

const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
const KEPT = join(XDG_CACHE_HOME, 'evidence-research-patroni')
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const STARTED_WITHIN_MS = 120_000
const LOG = 'patroni.log'
const USER = 'svc'
const PASSWORD = 'the-password-of-a-test'
/** The shortest times that Patroni allows, in seconds. A failover then takes about twenty seconds. */
const PACE = { ttl: 20, loop_wait: 1, retry_timeout: 3 }

/** A PostgreSQL server under Patroni. */
export type PatroniNode = {
  readonly name: string
  readonly url: string
  /** Whether it is the primary, by its REST API. */
  readonly isPrimary: () => Promise<boolean>
  /** Whether it is a standby that streams. */
  readonly isReplica: () => Promise<boolean>
  /** Whether commits wait for it. */
  readonly isSynchronous: () => Promise<boolean>
  /** Stops replication to its standbys. Connections stay open. */
  readonly stopSending: () => Promise<void>
  /** Ends Patroni and PostgreSQL, as a power cut would. */
  readonly kill: () => Promise<void>
}

/** PostgreSQL servers that Patroni and etcd manage. One is the primary. */
export type PatroniGroup = AsyncDisposable & {
  readonly nodes: readonly PatroniNode[]
  /** The primary; undefined while there is none. */
  readonly findPrimary: () => Promise<PatroniNode | undefined>
}

/** A requirement of Patroni that the machine lacks; undefined when it lacks none. */
export function lackedForPatroni(): string | undefined {
  if (process.platform !== 'linux') return 'Linux'
  return existsSync('/usr/bin/etcd') ? undefined : 'etcd: install the Debian package etcd-server'
}

/** Starts etcd and `count` servers in a folder. `synchronous`: a commit waits until a standby has it. */
export async function startPatroni(
  folder: string,
  { count, synchronous }: { readonly count: number; readonly synchronous: boolean },
): Promise<PatroniGroup> {
  await using stack = new AsyncDisposableStack()
  await chmod(folder, 0o711)
  const etcd = await startEtcd(join(folder, 'etcd'), stack)
  await installPatroni()
  const nodes: PatroniNode[] = []
  for (let number = 1; number <= count; number += 1) {
    const name = `node${number}`
    nodes.push(await startNode({ name, folder: join(folder, name), etcd, synchronous }, stack))
  }
  const findPrimary = async () => {
    const are = await Promise.all(nodes.map(({ isPrimary }) => isPrimary()))
    return nodes[are.indexOf(true)]
  }
  const isWhole = async () => {
    const replicas = await Promise.all(nodes.map(({ isReplica }) => isReplica()))
    const waitedFor = await Promise.all(nodes.map(({ isSynchronous }) => isSynchronous()))
    if (replicas.filter(Boolean).length < count - 1) return false
    return waitedFor.includes(true) === synchronous && (await findPrimary()) !== undefined
  }
  try {
    await waitUntil({ name: 'one primary, and standbys that stream', withinMs: STARTED_WITHIN_MS }, isWhole)
  } catch (cause) {
    throw new Error(`Patroni did not start:\n${await logsIn(folder, nodes)}`, { cause })
  }
  const open = stack.move()
  return { nodes, findPrimary, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** The last lines that each Patroni logged. */
async function logsIn(folder: string, nodes: readonly PatroniNode[]): Promise<string> {
  const logs = await Promise.all(nodes.map(({ name }) => readFile(join(folder, name, LOG), 'utf8')))
  return logs.map((log) => log.slice(-2000)).join('\n')
}

/** Installs Patroni from PyPI and keeps it for later runs. */
async function installPatroni(): Promise<void> {
  const wanted = await readFile(REQUIREMENTS, 'utf8')
  const installed = join(KEPT, 'installed.txt')
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === wanted) return
  await mkdir(KEPT, { recursive: true })
  const from = [
    'install',
    '--quiet',
    '--no-deps',
    '--requirement',
    REQUIREMENTS,
    '--target',
    KEPT,
    '--upgrade',
  ]
  await command(['python3', '-m', 'pip', ...from])
  await writeFile(installed, wanted)
}

/** Starts etcd. Returns the host and port for clients. */
async function startEtcd(folder: string, stack: AsyncDisposableStack): Promise<string> {
  await mkdir(folder)
  const [client, peer] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`]
  const places = {
    'data-dir': folder,
    'listen-client-urls': `http://${client}`,
    'advertise-client-urls': `http://${client}`,
    'listen-peer-urls': `http://${peer}`,
    'initial-advertise-peer-urls': `http://${peer}`,
    'initial-cluster': `default=http://${peer}`,
  }
  const args = Object.entries(places).map(([name, value]) => `--${name}=${value}`)
  const child = spawn('etcd', args, { stdio: 'ignore' })
  stack.defer(() => ended(child, 'SIGTERM'))
  await waitUntil({ name: 'etcd answers', withinMs: STARTED_WITHIN_MS }, () =>
    answers(`http://${client}/health`),
  )
  return client
}

type NodePlace = {
  readonly name: string
  readonly folder: string
  readonly etcd: string
  readonly synchronous: boolean
}

async function startNode(place: NodePlace, stack: AsyncDisposableStack): Promise<PatroniNode> {
  const { name, folder } = place
  await mkdir(folder, { mode: 0o700 })
  await giveToServerUser(folder)
  const [api, database] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`]
  const config = join(folder, 'patroni.yml')
  await writeFile(config, stringify(await configOf(place, { api, database })))
  const [program = 'python3', ...args] = asServer(['python3', '-m', 'patroni', config])
  const log = join(folder, LOG)
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PYTHONPATH: KEPT, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => void appendFile(log, text))
  stack.defer(() => killAll(folder).then(() => undefined))
  return {
    name,
    url: `postgres://${USER}:${PASSWORD}@${database}/svc`,
    isPrimary: () => answers(`http://${api}/primary`),
    isReplica: () => answers(`http://${api}/replica`),
    isSynchronous: () => answers(`http://${api}/sync`),
    async stopSending() {
      for (const pid of await sendersOf(folder)) send(pid, 'SIGSTOP')
    },
    kill: () => killAll(folder).then(() => undefined),
  }
}

async function configOf(
  { name, folder, etcd, synchronous }: NodePlace,
  at: { readonly api: string; readonly database: string },
) {
  const account = { username: USER, password: PASSWORD }
  return {
    scope: 'svc',
    name,
    restapi: { listen: at.api, connect_address: at.api },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ...PACE,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: synchronous,
        synchronous_mode_strict: synchronous,
        postgresql: { parameters: { max_connections: 100, wal_keep_size: '1GB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: at.database,
      connect_address: at.database,
      data_dir: join(folder, 'postgres'),
      bin_dir: await findPostgresTools(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: account, replication: account, rewind: account },
      parameters: { unix_socket_directories: '', fsync: 'off' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
  }
}

/** The process ids of a server's WAL senders. */
async function sendersOf(folder: string): Promise<readonly number[]> {
  const all = findProcesses(folder)
  const names = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')))
  return all.filter((_, index) => names[index]?.includes('walsender'))
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return answer.ok
  } catch {
    return false
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Creates the database of the service on the primary. */
export async function createServiceDatabase(primary: PatroniNode): Promise<void> {
  const url = Object.assign(new URL(primary.url), { pathname: '/postgres' })
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', leaveToStatements)
  await client.connect()
  try {
    await client.query('create database svc')
  } finally {
    await client.end()
  }
}
