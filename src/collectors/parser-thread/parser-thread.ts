import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { known } from '#contract/known.ts'
import { openConcurrencyLimit } from '../chain/concurrency-limit.ts'
import type { PARSE_JOBS } from './parse-jobs.ts'
import type { ParsedAnswer } from './parse-worker.ts'

type Jobs = typeof PARSE_JOBS
/** The result of a job that exceeded its time or memory. Its thread was ended. */
export const ENDED = Symbol('ended')

/**
 * Parses foreign input, such as the pages of a site or the ABI of a contract, in a thread of its own. No input can then
 * block the process that answers requests.
 */
export type ParserThread = {
  readonly parse: <Name extends keyof Jobs>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
  ) => Promise<ReturnType<Jobs[Name]> | typeof ENDED>
}

/** A parser thread for each provider. */
export type ParserThreads = AsyncDisposable & { readonly of: (provider: string) => ParserThread }

/** `used` is the processor time that the thread had used before its current job. */
type Thread = { readonly worker: Worker; used: NodeJS.CpuUsage }

const PARSE_MS = 2000
/** A job is also ended after this many times its limit in real time, even if its thread got no processor time. */
const PATIENCE = 30
const LOOK_MS = 10
const MEMORY_MB = 256

/**
 * Opens a parser whose thread starts with the first job. The thread does one job at a time, in order. `parseMs` limits
 * the processor time of a job, so that a busy machine can parse the same input as an idle one.
 */
export function openParserThread(parseMs: number = PARSE_MS): ParserThread & AsyncDisposable {
  const limited = openConcurrencyLimit(1)
  let thread: Thread | undefined
  const start = async () => {
    const started = await startThread()
    started.worker.once('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }
  const end = async () => {
    const ending = thread
    thread = undefined
    await ending?.worker.terminate()
  }
  const run = async (job: { readonly name: keyof Jobs; readonly input: unknown }): Promise<unknown> => {
    thread ??= await start()
    try {
      using overTime = watchTime(thread, parseMs)
      // A job that cannot be copied throws here, before anything waits for its result.
      thread.worker.postMessage(job)
      const { result, used } = await nextAnswer(thread.worker, overTime.signal)
      thread.used = used
      return result
    } catch (error) {
      await end()
      if (isOverLimit(error)) return ENDED
      throw error
    }
  }
  return {
    // The thread answers a job with the result of the parser of that name.
    parse: <Name extends keyof Jobs>(name: Name, input: Parameters<Jobs[Name]>[0]) =>
      limited(() => run({ name, input })) as Promise<ReturnType<Jobs[Name]> | typeof ENDED>,
    [Symbol.asyncDispose]: end,
  }
}

/**
 * Opens a thread for each provider, so that one provider's answers do not delay another's. Threads stay open, because
 * starting a thread takes long.
 */
export function openParserThreads(): ParserThreads {
  const opened = new Map<string, ReturnType<typeof openParserThread>>()
  return {
    of: (provider) => opened.getOrInsertComputed(provider, () => openParserThread()),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...opened.values()].map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}

async function startThread(): Promise<Thread> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { used } = await nextAnswer(worker)
  worker.on('error', leaveToJobs)
  return { worker, used }
}

async function nextAnswer(worker: Worker, signal?: AbortSignal): Promise<ParsedAnswer> {
  const [answer] = await once(worker, 'message', known({ signal }))
  return answer
}

/** A signal that aborts when the thread's job has used up its processor time. It watches until it is disposed. */
function watchTime({ worker, used }: Thread, limitMs: number): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController()
  const abort = () => over.abort()
  let isWatched = true
  let timer: NodeJS.Timeout
  const look = async () => {
    const { user, system } = await worker.cpuUsage(used)
    const leftMs = limitMs - (user + system) / 1000
    if (leftMs <= 0) abort()
    else lookAfter(Math.max(LOOK_MS, leftMs))
  }
  const lookAfter = (ms: number) => {
    if (isWatched) timer = setTimeout(() => void look().catch(abort), ms)
  }
  lookAfter(limitMs)
  const patience = setTimeout(abort, PATIENCE * limitMs)
  return {
    signal: over.signal,
    [Symbol.dispose]: () => {
      isWatched = false
      clearTimeout(timer)
      clearTimeout(patience)
    },
  }
}

/** Handles a thread's error event. Without a listener, the event would end the process when no job is in progress. */
function leaveToJobs(): void {
  // A job in progress reports the error; otherwise the next job starts another thread.
}

/** Whether a job exceeded its time or memory limit. Any other error is a bug of a parser. */
function isOverLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
