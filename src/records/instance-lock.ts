import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { LOCKS } from './database.ts'
import { pause } from './pause.ts'

const CONNECT_MS = 5_000
const PAUSE_MS = 500
/** How many refusals of a lost lock show that another process holds it. */
const TRIES = 10
const SESSION_ENDS_MS = 5_000

type Lock = {
  readonly url: string
  /** Called when the lock was lost and another process has it now. */
  readonly taken: () => void
}
/** The connection that has the lock; `ended` resolves when it is lost. */
type Held = { readonly client: pg.Client; readonly ended: Promise<void> }

/**
 * Takes the lock by which only one `svc up` uses a database, on a connection of its own, until disposed. Undefined when
 * another process has the lock. The lock of a killed process ends with its connection. When the connection is lost, the
 * lock is taken again.
 */
export async function holdInstanceLock(lock: Lock): Promise<AsyncDisposable | undefined> {
  const session = `svc instance ${randomUUID()}`
  const first = await take(lock.url, session)
  if (first === 'refused') return undefined
  const ending = new AbortController()
  const done = keep({ ...lock, session, first }, ending.signal)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await done
    },
  }
}

async function keep(
  lock: Lock & { readonly session: string; readonly first: Held },
  signal: AbortSignal,
): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => stopped.resolve(), { once: true })
  for (let held: Held | undefined = lock.first; held !== undefined; held = await takeAgain(lock, signal)) {
    await Promise.race([held.ended, stopped.promise])
    await end(held.client)
  }
  if (!signal.aborted) lock.taken()
}

/**
 * Takes a lost lock again, as soon as the server answers. Undefined when another process has the lock, and after the
 * signal.
 */
async function takeAgain(
  { url, session }: Lock & { readonly session: string },
  signal: AbortSignal,
): Promise<Held | undefined> {
  for (let refusals = 0; !signal.aborted && refusals < TRIES; ) {
    const held = await take(url, session).catch(() => 'away' as const)
    if (typeof held === 'object') return held
    if (held === 'refused') refusals += 1
    await pause(PAUSE_MS, signal)
  }
  return undefined
}

async function take(url: string, session: string): Promise<Held | 'refused'> {
  const ended = Promise.withResolvers<void>()
  const client = new pg.Client({
    connectionString: url,
    application_name: session,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
  })
  client.on('error', () => ended.resolve())
  client.on('end', () => ended.resolve())
  try {
    await client.connect()
    if (await tryLock(client)) return { client, ended: ended.promise }
  } catch (error) {
    await end(client)
    throw error
  }
  await end(client)
  return 'refused'
}

/** Tries to take the lock. Ends earlier sessions of this process first, because they can outlive their connection. */
async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid, $1) from pg_stat_activity
     where application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
    [SESSION_ENDS_MS],
  )
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    4663,
    LOCKS.instance,
  ])
  return rows[0]?.locked === true
}

async function end(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), wait(CONNECT_MS, undefined, { ref: false })])
}
