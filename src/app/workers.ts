import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'

/** What a worker and the process over it tell each other. */
type Message =
  | { readonly svc: 'ready' }
  | { readonly svc: 'leave' }
  | { readonly svc: 'stop' }
  | { readonly svc: 'metrics'; readonly id: number }
  | { readonly svc: 'metrics'; readonly id: number; readonly text: string }

/** A little longer than workers are given to tell theirs. */
const METRICS_MS = 6_000
/** At most so many workers are replaced in a minute; a further one waits until there is room again. */
const REPLACED = { atMost: 10, inMs: 60_000 }
const END_MS = 8_500

/** How the metrics of the whole service on this port are read: of this process, or of all workers together. */
export function publishMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  answerAbove(registry)
  let asked = 0
  return () => {
    asked += 1
    return askAbove(asked)
  }
}

/** The library hears the process over a worker from its first aggregator on, though only the one above aggregates. */
function answerAbove(registry: Registry): AggregatorRegistry<PrometheusContentType> {
  AggregatorRegistry.setRegistries([registry])
  return new AggregatorRegistry<PrometheusContentType>()
}

/**
 * Calls `stop` when the process over this worker says so, which is when no connection is on its way here any more: one
 * that a closing worker sends back is answered by nobody when all others are closing too. A signal of its own only asks
 * for that word.
 */
export function heedAbove(stop: () => void): void {
  process.on('message', (message: Message) => {
    if (message.svc === 'stop') stop()
  })
  const ask = () => {
    if (process.connected) process.send?.({ svc: 'leave' } satisfies Message)
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
}

/** Ends what ties this worker to the process over it, so that it can end. */
export function letGo(): void {
  if (cluster.isWorker && process.connected) process.disconnect?.()
}

/** Tells the process over this one that this worker answers. */
export function sayReady(): void {
  if (cluster.isWorker) process.send?.({ svc: 'ready' } satisfies Message)
}

/**
 * Runs `count` workers of this same command until the signal, and replaces one that dies. `ready` is called once, when
 * all of them answer.
 * @throws Error when one of the first ones ends before all of them answered
 */
export async function runWorkers(
  input: {
    readonly count: number
    readonly ready: () => void
    /** A worker could not be told something; one that ended is replaced anyway. */
    readonly unreached: (cause: Error) => void
  },
  signal: AbortSignal,
): Promise<void> {
  const aggregator = new AggregatorRegistry<PrometheusContentType>()
  const workers = new Map<Worker, 'starting' | 'answering'>()
  const failed = Promise.withResolvers<never>()
  const replacements: number[] = []
  let started = false
  const fork = () => {
    const worker = cluster.fork()
    workers.set(worker, 'starting')
    worker.on('message', (message: Message) => {
      if (message.svc === 'metrics') void sendMetrics(aggregator, worker, message.id)
      if (message.svc === 'leave') stopWorker(worker, workers)
      if (message.svc !== 'ready') return
      workers.set(worker, 'answering')
      if (started || workers.size < input.count || [...workers.values()].includes('starting')) return
      started = true
      input.ready()
    })
    worker.on('error', input.unreached)
    worker.once('exit', () => {
      workers.delete(worker)
      if (signal.aborted) return
      if (started) void replace()
      else failed.reject(new Error('a worker ended before the service answered'))
    })
  }
  const replace = async () => {
    const now = performance.now()
    while ((replacements[0] ?? now) <= now - REPLACED.inMs) replacements.shift()
    const room = replacements.length < REPLACED.atMost
    replacements.push(now)
    await pause(room ? 0 : REPLACED.inMs, signal)
    if (!signal.aborted) fork()
  }
  for (let index = 0; index < input.count; index += 1) fork()
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await Promise.race([ended, failed.promise])
  } finally {
    await stopWorkers(workers)
  }
}

type Workers = ReadonlyMap<Worker, 'starting' | 'answering'>

async function stopWorkers(workers: Workers): Promise<void> {
  const ends = [...workers.keys()].map(
    (worker) => new Promise<void>((done) => worker.once('exit', () => done())),
  )
  for (const worker of workers.keys()) stopWorker(worker, workers)
  await Promise.race([Promise.all(ends), wait(END_MS, undefined, { ref: false })])
  for (const worker of workers.keys()) worker.process.kill('SIGKILL')
}

/**
 * Hands the worker no more connections, then lets it end; it has taken every one handed to it before it hears of that.
 * One that does not answer yet has nothing to finish.
 */
function stopWorker(worker: Worker, workers: Workers): void {
  if (worker.exitedAfterDisconnect) return
  if (workers.get(worker) === 'starting') {
    worker.process.kill('SIGKILL')
    return
  }
  worker.send({ svc: 'stop' } satisfies Message)
  worker.disconnect()
}

async function sendMetrics(
  aggregator: AggregatorRegistry<PrometheusContentType>,
  worker: Worker,
  id: number,
): Promise<void> {
  const text = await aggregator
    .clusterMetrics()
    .catch((error: Error) => `# some workers did not answer: ${error.message}\n`)
  if (worker.isConnected()) worker.send({ svc: 'metrics', id, text } satisfies Message)
}

function askAbove(id: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      process.off('message', hear)
      reject(new Error('the process over this worker does not answer'))
    }, METRICS_MS)
    const hear = (message: Message) => {
      if (message.svc !== 'metrics' || message.id !== id || !('text' in message)) return
      clearTimeout(timer)
      process.off('message', hear)
      resolve(message.text)
    }
    process.on('message', hear)
    process.send?.({ svc: 'metrics', id } satisfies Message)
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
}
