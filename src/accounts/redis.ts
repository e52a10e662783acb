import { Redis } from 'ioredis'
import { errorMessageOf } from '#contract/error-message.ts'
import type { CounterDeps } from './periodic-write.ts'

const TIMES = {
  commandMs: 250,
  connectMs: 2_000,
  disconnectMs: 100,
  probeMs: 500,
  reconnectAtMostMs: 2_000,
  logEveryMs: 60_000,
}

const AWAY = 'Redis cannot be used; each process counts rate limits for itself'
const BACK = 'Redis can be used; rate limits are shared again'
/** Its value means nothing: writing it shows that Redis takes writes. A replica and a full Redis answer PING too. */
const PROBE_KEY = 'svc:minute:probe'

/** A connection to Redis or Valkey with a circuit breaker: after a failure it is not used until a probe succeeds. */
export type SharedCounters = AsyncDisposable & {
  readonly client: Redis
  /** Whether Redis can be used now. */
  readonly answers: () => boolean
  /** Reports a failure and starts probing. */
  readonly failed: (cause: unknown) => void
}

/**
 * Waits up to two seconds for the first connection, and reconnects whenever it is lost. Never throws because Redis is
 * down.
 */
export async function openSharedCounters(
  url: string,
  { logger }: Pick<CounterDeps, 'logger'>,
): Promise<SharedCounters> {
  const client = new Redis(url, {
    connectionName: 'svc',
    connectTimeout: TIMES.connectMs,
    disconnectTimeout: TIMES.disconnectMs,
    commandTimeout: TIMES.commandMs,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * attempt, TIMES.reconnectAtMostMs),
  })
  let up = true
  let ended = false
  let probe: NodeJS.Timeout | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  let logged = false
  /**
   * Logs an outage once, and at most one outage a minute. An outage that begins within that minute is logged after it,
   * if it still lasts. So the last line of the log tells whether Redis can be used.
   */
  const logAway = (cause: unknown) => {
    if (logged || performance.now() - loggedAt < TIMES.logEveryMs) return
    logged = true
    loggedAt = performance.now()
    // The message only: the client's errors contain the failed command, which can contain the password.
    logger.warn({ reason: errorMessageOf(cause) }, AWAY)
  }
  const failed = (cause: unknown) => {
    if (!up || ended) return
    up = false
    logged = false
    logAway(cause)
    probeSoon()
  }
  const probeSoon = () => {
    probe = setTimeout(async () => {
      try {
        await client.set(PROBE_KEY, '', 'PX', TIMES.probeMs)
      } catch (cause) {
        if (ended) return
        logAway(cause)
        return probeSoon()
      }
      up = true
      if (logged) logger.warn({}, BACK)
    }, TIMES.probeMs)
    probe.unref()
  }
  client.on('error', failed)
  client.on('close', () => failed(new Error('the connection was closed')))
  await new Promise((resolve) => client.once('ready', resolve).once('error', resolve))
  return {
    client,
    answers: () => up && client.status === 'ready',
    failed,
    async [Symbol.asyncDispose]() {
      ended = true
      clearTimeout(probe)
      client.disconnect()
    },
  }
}
