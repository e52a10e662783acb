import { Redis } from 'ioredis'

/** Patience with a Redis that is slow, and with one that is away. */
const TIMES = {
  commandMs: 250,
  connectMs: 2_000,
  disconnectMs: 100,
  probeMs: 500,
  reconnectAtMostMs: 2_000,
  saidEveryMs: 60_000,
}

const AWAY = 'Redis does not answer; limits are counted in each process until it does'
const BACK = 'Redis answers; limits are shared again'

type Log = { readonly warn: (fields: object, message: string) => void }

/** A connection to Redis or Valkey that is left alone from its first failure until it answers again. */
export type SharedCounters = AsyncDisposable & {
  readonly client: Redis
  /** Whether it is worth asking. */
  readonly answers: () => boolean
  /** It failed: nobody asks until a probe is answered. */
  readonly failed: (cause: unknown) => void
}

/**
 * Waits until the first connection stands or fails, two seconds at most, and connects again whenever it is lost. Never
 * throws for a Redis that is away.
 */
export async function openSharedCounters(
  url: string,
  { logger }: { readonly logger: Log },
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
  let saidAt = Number.NEGATIVE_INFINITY
  let said = false
  const failed = (cause: unknown) => {
    if (!up || ended) return
    up = false
    said = performance.now() - saidAt >= TIMES.saidEveryMs
    if (said) {
      saidAt = performance.now()
      logger.warn({ reason: reasonOf(cause) }, AWAY)
    }
    probeSoon()
  }
  const probeSoon = () => {
    probe = setTimeout(async () => {
      up = await client.ping().then(
        () => true,
        () => false,
      )
      if (!up && !ended) probeSoon()
      if (up && said) logger.warn({}, BACK)
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

/** Its words alone: the client's errors carry the command that failed, and with it the password it was sent with. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
