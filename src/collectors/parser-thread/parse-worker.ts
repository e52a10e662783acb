import { parentPort } from 'node:worker_threads'
import { PARSE_JOBS } from './parse-jobs.ts'

/** One job: the name of a parser and its input. */
type Job = { readonly name: keyof typeof PARSE_JOBS; readonly input: never }
/**
 * The result of a job, with the processor time that the thread has used so far. The thread's first message has no
 * result.
 */
export type ParsedAnswer = { readonly result?: unknown; readonly used: NodeJS.CpuUsage }

const answer = (result?: unknown) =>
  parentPort?.postMessage({ result, used: process.threadCpuUsage() } satisfies ParsedAnswer)

parentPort?.on('message', ({ name, input }: Job) => answer(PARSE_JOBS[name](input)))
answer()
