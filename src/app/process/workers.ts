import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'
import { pause } from '#records/pause.ts'
import { aborted } from '../clock/followed-clock.ts'

/** Messages between a worker and the primary process. */
type Message =
  | { readonly svc: 'ready' }
  | { readonly svc: 'leave' }
  | { readonly svc: 'stop' }
  | { readonly svc: 'metrics'; readonly id: number }
  | { readonly svc: 'metrics'; readonly id: number; readonly text: string }

/** Time limit of reading the metrics of all workers; the library's own limit is shorter. */
const METRICS_MS = 6_000
/** Limit of worker replacements; a further replacement waits. */
const REPLACED = { atMost: 10, inMs: 60_000 }
const END_MS = 8_500

/** Reads the metrics of this process, or with workers the sum over all of them. */
export function publishMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  answerPrimary(registry)
  let requests = 0
  return () => {
    requests += 1
    return requestFromPrimary(requests)
  }
}

/**
 * Makes this worker answer the primary. The library does that only after the worker has created an aggregator, although
 * only the primary uses one.
 */
function answerPrimary(registry: Registry): AggregatorRegistry<PrometheusContentType> {
  AggregatorRegistry.setRegistries([registry])
  return new AggregatorRegistry<PrometheusContentType>()
}

/**
 * Calls `stop` when the primary says so, after the last connection was handed to this worker. A signal to a worker only
 * asks the primary to stop it: a closing worker returns new connections to the primary, and nobody answers them when
 * all workers are closing.
 */
export function onPrimaryStop(stop: () => void): void {
  process.on('message', (message: Message) => {
    if (message.svc === 'stop') stop()
  })
  const ask = () => {
    if (process.connected) process.send?.({ svc: 'leave' } satisfies Message)
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
}

/** Disconnects this worker from the primary, so that the process can end. */
export function leavePrimary(): void {
  if (cluster.isWorker && process.connected) process.disconnect?.()
}

/** Tells the primary that this worker answers requests. */
export function reportReady(): void {
  if (cluster.isWorker) process.send?.({ svc: 'ready' } satisfies Message)
}

/**
 * Runs `count` workers of this command until the signal, and replaces a worker that dies. Calls `ready` once, when all
 * of them answer.
 * @throws Error when a worker ends before all of them answer for the first time
 */
export async function runWorkers(
  input: {
    readonly count: number
    readonly ready: () => void
    /** Called when a message to a worker failed. A worker that ended is replaced in any case. */
    readonly sendFailed: (cause: Error) => void
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
    worker.on('error', input.sendFailed)
    worker.once('exit', () => {
      workers.delete(worker)
      if (signal.aborted) return
      if (started) void replace()
      else failed.reject(new Error('A worker ended before the service was ready'))
    })
  }
  const replace = async () => {
    const now = performance.now()
    while ((replacements[0] ?? now) <= now - REPLACED.inMs) replacements.shift()
    const isBelowLimit = replacements.length < REPLACED.atMost
    replacements.push(now)
    await pause(isBelowLimit ? 0 : REPLACED.inMs, signal)
    if (!signal.aborted) fork()
  }
  for (let index = 0; index < input.count; index += 1) fork()
  try {
    await Promise.race([aborted(signal), failed.promise])
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
 * Stops handing connections to the worker, then lets it end. Messages arrive in order, so the worker has every
 * connection before it sees the stop. A worker that is still starting has no connections and is killed.
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

function requestFromPrimary(id: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      process.off('message', receive)
      reject(new Error('The primary process did not return metrics in time'))
    }, METRICS_MS)
    const receive = (message: Message) => {
      if (message.svc !== 'metrics' || message.id !== id || !('text' in message)) return
      clearTimeout(timer)
      process.off('message', receive)
      resolve(message.text)
    }
    process.on('message', receive)
    process.send?.({ svc: 'metrics', id } satisfies Message)
  })
}
