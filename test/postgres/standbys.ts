import type { ChildProcess } from 'node:child_process'
import { appendFile, chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#app/instance/address.ts'
import { asServerUser, giveToServerUser } from '#app/instance/postgres-process.ts'
import { errorCodeOf } from '#contract/error-code.ts'
import { leaveToStatements } from '#records/database.ts'
import { waitUntil } from '#test/alerts/wait-until.ts'
import { killAll } from '#test/service/processes.ts'
import { startChosenPostgres } from './chosen-postgres.ts'
import {
  hasFakeTime,
  postgresServerEnds,
  setClockFile,
  startPostgresServer,
  stopPostgresServer,
} from './postgres-server.ts'
import { findPostgresTools } from './postgres-tools.ts'
import { openRelay } from './relay.ts'

const CATCHES_UP_WITHIN_MS = 60_000
/** After a kill, processes that end a moment later still hold the shared memory of the server. */
const STARTS_WITHIN_MS = 30_000
const CONNECT_MS = 30_000
/** The SQLSTATE of a statement on a standby that conflicted with its replay. */
const ENDED_BY_REPLAY = '40001'
/** No data outlives the machine, so no write waits for the disk. A lost connection is noticed within seconds. */
const SETTINGS = {
  fsync: 'off',
  max_connections: '300',
  wal_keep_size: '2GB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
}

/** One PostgreSQL server of a group. Its clock is moved where the machine has libfaketime. */
export type PostgresNode = {
  readonly name: string
  /** Leads through the relay that `cut` cuts. */
  readonly url: string
  /** Leads to the server itself. */
  readonly directUrl: string
  readonly query: <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>
  /** Ends every process of the server, as a power cut would. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Connections to the server pass nothing, and new ones get no answer. */
  readonly cut: () => void
  readonly restore: () => void
  readonly setClock: (secondsAhead: number) => Promise<void>
}

/** A streaming standby. */
export type StandbyNode = PostgresNode & {
  readonly pauseReplay: () => Promise<void>
  readonly resumeReplay: () => Promise<void>
  /** Replays each commit only this many seconds after it. */
  readonly delayReplay: (seconds: number) => Promise<void>
  /** Cuts the stream from the primary. Queries to the standby still pass. */
  readonly cutStream: () => void
  readonly restoreStream: () => void
  /** Replaces the data of the standby by a new copy of the primary. */
  readonly remake: () => Promise<void>
}

/** A primary and its streaming standbys. */
export type Standbys = AsyncDisposable & {
  readonly primary: PostgresNode
  readonly standbys: readonly StandbyNode[]
  /** Leads to the primary, and after `promote` to the standby that took its place. */
  readonly writeUrl: string
  /** With true, a commit waits until a standby has it. */
  readonly setSynchronous: (isOn: boolean) => Promise<void>
  /** The standby that has received most of the log. With a synchronous standby, it has every commit. */
  readonly newest: () => Promise<StandbyNode>
  /** Makes a standby the primary, without synchronous commits. The other standbys follow it. */
  readonly promote: (standby: StandbyNode) => Promise<void>
  /** Waits until each of these standbys has replayed everything that the primary has written so far. */
  readonly caughtUp: (standbys?: readonly StandbyNode[]) => Promise<void>
}

/** Starts a primary with `count` streaming standbys in a folder. */
export async function startStandbys(folder: string, count: number): Promise<Standbys> {
  await using stack = new AsyncDisposableStack()
  await chmod(folder, 0o711)
  const made = await makePrimary(join(folder, 'primary'))
  const primary = await openNode({ ...made, name: 'primary' }, stack)
  const writing = await openRelay(primary.directUrl)
  stack.defer(() => writing.close())
  const standbys: OpenStandby[] = []
  for (let number = 1; number <= count; number += 1) {
    const name = `standby${number}`
    standbys.push(await openStandby({ name, folder: join(folder, name), primary: primary.directUrl }, stack))
  }
  let leader: PostgresNode = primary
  const setSynchronous = async (isOn: boolean) => {
    await leader.query(`alter system set synchronous_standby_names = '${isOn ? 'ANY 1 (*)' : ''}'`)
    await leader.query('select pg_reload_conf()')
  }
  const open = stack.move()
  return {
    primary,
    standbys,
    writeUrl: writing.url,
    setSynchronous,
    async newest() {
      const lsn = "select (pg_last_wal_receive_lsn() - '0/0')::float8 as bytes"
      const received = await Promise.all(standbys.map((one) => one.query<{ bytes: number }>(lsn)))
      const bytes = received.map(([row]) => row?.bytes ?? -1)
      const most = standbys[bytes.indexOf(Math.max(...bytes))]
      if (most === undefined) throw new Error('expected a standby')
      return most
    },
    async promote(standby) {
      await standby.query('select pg_promote(true, 60)')
      leader = standby
      await setSynchronous(false)
      writing.lead(standby.directUrl)
      writing.restore()
      for (const one of standbys) one.follow(standby.directUrl)
    },
    async caughtUp(those = standbys.filter((one) => one !== leader)) {
      const [at] = await leader.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      const replayed = `select coalesce(pg_last_wal_replay_lsn() >= '${at?.lsn}', false) as done`
      const hasAll = async () => {
        const rows = await Promise.all(those.map(({ query }) => query<{ done: boolean }>(replayed)))
        return rows.every(([row]) => row?.done === true)
      }
      await waitUntil({ name: 'the standbys catch up', withinMs: CATCHES_UP_WITHIN_MS }, hasAll)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Makes the data folder of a primary, with the database and its user. */
async function makePrimary(dataDir: string): Promise<{ data: string; url: string }> {
  const made = await startChosenPostgres({ dataDir })
  await made[Symbol.asyncDispose]()
  const data = join(dataDir, 'postgres')
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = '${value}'`)
  await appendFile(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  return { data, url: made.url }
}

/** Starts the server of a data folder on a port of its own, behind a relay. */
async function openNode(
  at: { readonly name: string; readonly data: string; readonly url: string },
  stack: AsyncDisposableStack,
): Promise<PostgresNode> {
  const port = await findFreePort()
  const direct = new URL(at.url)
  direct.port = `${port}`
  const clock = hasFakeTime ? { clock: join(at.data, '..', 'clock') } : {}
  const setClock = async (secondsAhead: number) => {
    if (clock.clock === undefined) throw new Error('The clock is not moved: expected libfaketime')
    await setClockFile(clock.clock, secondsAhead)
  }
  if (hasFakeTime) await setClock(0)
  let server: ChildProcess = await startPostgresServer({ data: at.data, port, ...clock })
  stack.defer(() => stopPostgresServer(server))
  const relay = await openRelay(direct.href)
  stack.defer(() => relay.close())
  return {
    name: at.name,
    url: relay.url,
    directUrl: direct.href,
    query: (text) => query(direct.href, text),
    async kill() {
      await killAll(at.data)
      await postgresServerEnds(server)
    },
    async start() {
      server = await startAgain({ data: at.data, port, ...clock })
    },
    cut: relay.cut,
    restore: relay.restore,
    setClock,
  }
}

async function startAgain(place: Parameters<typeof startPostgresServer>[0]): Promise<ChildProcess> {
  let started: ChildProcess | undefined
  const starts = async () => {
    try {
      started = await startPostgresServer(place)
    } catch (cause) {
      if (!String(cause).includes('shared memory')) throw cause
    }
    return started !== undefined
  }
  await waitUntil({ name: 'PostgreSQL starts again', withinMs: STARTS_WITHIN_MS }, starts)
  if (started === undefined) throw new Error('PostgreSQL did not start')
  return started
}

type OpenStandby = StandbyNode & { readonly follow: (primary: string) => void }

/** Copies the primary and starts the copy as a standby that streams from it through a relay. */
async function openStandby(
  at: { readonly name: string; readonly folder: string; readonly primary: string },
  stack: AsyncDisposableStack,
): Promise<OpenStandby> {
  const stream = await openRelay(at.primary)
  stack.defer(() => stream.close())
  const data = join(at.folder, 'postgres')
  const from = new URL(stream.url)
  from.pathname = ''
  from.searchParams.set('application_name', at.name)
  const copyPrimary = async () => {
    await mkdir(data, { recursive: true, mode: 0o700 })
    await giveToServerUser(data)
    const how = ['-X', 'stream', '-c', 'fast', '--no-sync', '--write-recovery-conf']
    const tools = await findPostgresTools()
    await asServerUser(join(tools, 'pg_basebackup'), ['-D', data, '-d', from.href, ...how])
  }
  await copyPrimary()
  const node = await openNode({ name: at.name, data, url: at.primary }, stack)
  return {
    ...node,
    pauseReplay: () => node.query('select pg_wal_replay_pause()').then(() => undefined),
    resumeReplay: () => resumeReplay(node),
    async delayReplay(seconds) {
      await node.query(`alter system set recovery_min_apply_delay = '${seconds}s'`)
      await node.query('select pg_reload_conf()')
    },
    cutStream: stream.cut,
    restoreStream: stream.restore,
    async remake() {
      await node.kill()
      await rm(data, { recursive: true })
      await copyPrimary()
      await node.start()
    },
    follow(primary) {
      stream.lead(primary)
      stream.restore()
    },
  }
}

/**
 * Resumes the replay. After a long pause, the resumed replay cancels this very statement, as it cancels any statement
 * that holds back the removal of rows.
 */
async function resumeReplay(node: PostgresNode): Promise<void> {
  try {
    await node.query('select pg_wal_replay_resume()')
  } catch (cause) {
    if (errorCodeOf(cause) !== ENDED_BY_REPLAY) throw cause
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', leaveToStatements)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
