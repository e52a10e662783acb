import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Writer } from './database.ts'
import { pause } from './pause.ts'

/**
 * The announcements between processes. `answers`: public data has changed. `keys`: keys or holds have changed.
 * `ledger`: the ledger has new revisions. `deliveries`: more deliveries are due.
 */
const TOPICS = ['answers', 'keys', 'ledger', 'deliveries'] as const
export type Topic = (typeof TOPICS)[number]

const CHANNEL = 'svc'
const PROBE_MS = 2_000
const TIMEOUT_MS = 3_000
const PAUSES_MS = [100, 500, 2_000, 5_000] as const

/** The call that notifies every listening process when the transaction of its statement commits, and only then. */
export function announcement(topic: Topic): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${topic})`
}

/** Notifies every listening process when the transaction commits, and only then. */
export async function announce(topic: Topic, writer: Writer): Promise<void> {
  await sql`select ${announcement(topic)}`.execute(writer)
}

type Hearing = {
  /**
   * Called on each connection after `listen` and before `began`. When it rejects, the connection is closed and another
   * one is tried.
   */
  readonly prepare?: () => Promise<void>
  /** Called once for each announcement heard. */
  readonly heard: (topic: Topic) => void
  /** Called when listening begins, or begins again; announcements before that were missed. */
  readonly began: () => void
  /** Called when listening ends by itself, with the cause. */
  readonly lost: (why: unknown) => void
}

/**
 * Listens on a connection of its own until disposed, and connects again when it is lost. It detects a silent connection
 * within five seconds.
 */
export function listenForAnnouncements(url: string, hearing: Hearing): AsyncDisposable {
  const ending = new AbortController()
  const done = listenAgainAndAgain(url, hearing, ending.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await done
    },
  }
}

async function listenAgainAndAgain(url: string, hearing: Hearing, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const listened = await listenOnce(url, hearing, signal)
    if (listened) failures = 0
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? TIMEOUT_MS, signal)
  }
}

/** Listens until the connection is lost or the signal aborts; returns whether it ever listened. */
async function listenOnce(url: string, hearing: Hearing, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'svc listener',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  const lost = new AbortController()
  client.on('error', (why) => lost.abort(why))
  client.on('end', () => lost.abort())
  client.on('notification', ({ payload }) => {
    const topic = TOPICS.find((known) => known === payload)
    if (topic !== undefined) hearing.heard(topic)
  })
  let listened = false
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    await hearing.prepare?.()
    listened = true
    hearing.began()
    while (!signal.aborted) {
      await pause(PROBE_MS, AbortSignal.any([signal, lost.signal]))
      lost.signal.throwIfAborted()
      await client.query('select 1')
    }
  } catch (why) {
    if (listened) hearing.lost(why)
    return listened
  } finally {
    await Promise.race([client.end(), wait(TIMEOUT_MS, undefined, { ref: false })])
  }
  return listened
}
