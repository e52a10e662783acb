import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { leaveToStatements, SESSION } from '../database.ts'
import { pause } from '../pause.ts'
import { typeParsers } from '../type-parsers.ts'

/** How far a server's records reach. */
export type Reach = {
  /** Identifies the primary and every copy of it. */
  readonly system: string
  readonly isStandby: boolean
  /** The end of the write-ahead log in bytes: as written by a primary, or as replayed by a standby. */
  readonly log: bigint
  /** The newest position of the ledger. */
  readonly position: number
}

const TIMEOUT_MS = 2_000
const AGAIN_MS = 500
/** The first PostgreSQL with `WAIT FOR LSN`. */
const WAITS_SINCE = 190_000

const QUERY = `select control.system_identifier::text as system, pg_is_in_recovery() as "isStandby",
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text as log,
  head as position
from ledger_state cross join pg_control_system() as control`

/** The address of a server, and whether it is the address of a pooler in transaction mode. */
export type ServerAddress = { readonly url: string; readonly throughPooler: boolean }

type Following<Look> = {
  /** Called when a look begins. `saw` gets the result. */
  readonly begin: () => Look
  readonly saw: (reach: Reach, look: Look) => void
  /** Called when the server cannot be reached, or stops answering. */
  readonly lost: (why: unknown) => void
  /** The end of the log that the server should reach; undefined while that is unknown. */
  readonly target?: () => bigint | undefined
}

/** A server that is looked at repeatedly until disposed. */
type Followed = AsyncDisposable & {
  /** Looks at once. */
  readonly look: () => void
  /** Lets a server of PostgreSQL 19 or newer wait until it has replayed the target, and then looks. */
  readonly awaitTarget: () => void
}

/** Follows how far a server reaches, on a connection of its own. It connects again when the connection is lost. */
export function followReach<Look>(
  { everyMs, ...address }: ServerAddress & { readonly everyMs: number },
  following: Following<Look>,
): Followed {
  const ending = new AbortController()
  let hurry = new AbortController()
  const server = { ...address, everyMs, canWait: false }
  const nextLook = async () => {
    await pause(everyMs, AbortSignal.any([ending.signal, hurry.signal]))
    hurry = new AbortController()
  }
  const done = keepFollowing({ server, nextLook, signal: ending.signal }, following)
  return {
    look: () => hurry.abort(),
    awaitTarget: () => {
      if (server.canWait) hurry.abort()
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await done
    },
  }
}

type Looking = {
  readonly server: ServerAddress & { readonly everyMs: number; canWait: boolean }
  readonly nextLook: () => Promise<void>
  readonly signal: AbortSignal
}

async function keepFollowing<Look>(looking: Looking, following: Following<Look>): Promise<void> {
  while (!looking.signal.aborted) {
    await followOnce(looking, following).catch(following.lost)
    await pause(AGAIN_MS, looking.signal)
  }
}

/** Looks at a server over one connection until the signal. @throws the failure of the connection */
async function followOnce<Look>(
  { server, nextLook, signal }: Looking,
  { begin, saw, target }: Following<Look>,
): Promise<void> {
  const client = clientOf(server)
  const lost = Promise.withResolvers<never>()
  client.on('error', lost.reject)
  client.on('end', () => lost.reject(new Error('the connection ended')))
  // The connection may end between two looks; the next look finds it ended.
  lost.promise.catch(leaveToStatements)
  try {
    await client.connect()
    server.canWait = target !== undefined && (await canWaitForLog(client))
    for (let replayed: bigint | undefined; !signal.aborted; ) {
      const next = server.canWait ? target?.() : undefined
      if (replayed !== undefined && next !== undefined && replayed < next)
        await Promise.race([waitForLog({ log: next, withinMs: server.everyMs }, client), lost.promise])
      const look = begin()
      const reach = await Promise.race([reachOf(client), lost.promise])
      replayed = reach.log
      saw(reach, look)
      await nextLook()
    }
  } finally {
    await Promise.race([client.end(), wait(TIMEOUT_MS, undefined, { ref: false })])
  }
}

/** Looks at a server once. @throws Error when it cannot be reached, or has no database of this service */
export function readReach(server: ServerAddress): Promise<Reach> {
  return askOnce(server, reachOf)
}

/** Whether the replay of a standby is paused. @throws Error when it cannot be reached, or is no standby */
export function isReplayPaused(standby: ServerAddress): Promise<boolean> {
  return askOnce(standby, async (client) => {
    const { rows } = await client.query<{ readonly paused: boolean }>(
      'select pg_is_wal_replay_paused() as paused',
    )
    return rows.some(({ paused }) => paused)
  })
}

async function askOnce<T>(server: ServerAddress, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = clientOf(server)
  client.on('error', leaveToStatements)
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** A connection with the options of the connections that read. So a pooler that refuses those options fails here. */
function clientOf({ url, throughPooler }: ServerAddress): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'svc follower',
    types: { getTypeParser: typeParsers },
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    ...(throughPooler ? {} : { options: SESSION }),
  })
}

async function canWaitForLog(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  )
  const [row] = rows
  return row !== undefined && row.version >= WAITS_SINCE
}

/** Waits until a standby has replayed the log up to a place. A server that is no standby answers at once. */
async function waitForLog(
  { log, withinMs }: { readonly log: bigint; readonly withinMs: number },
  client: pg.Client,
): Promise<void> {
  const lsn = `${(log >> 32n).toString(16)}/${(log & 0xffff_ffffn).toString(16)}`
  await client.query(`wait for lsn '${lsn}' with (timeout '${withinMs}ms', no_throw)`)
}

async function reachOf(client: pg.Client): Promise<Reach> {
  const { rows } = await client.query<Omit<Reach, 'log'> & { readonly log: string | null }>(QUERY)
  const [row] = rows
  if (row === undefined || row.log === null) throw new Error('The standby has replayed nothing yet')
  return { ...row, log: BigInt(row.log) }
}
