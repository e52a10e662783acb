import { parentPort } from 'node:worker_threads'
import { PARSE_JOBS } from './parse-jobs.ts'

/** One job: the name of a parser and its input. */
type Job = { readonly name: keyof typeof PARSE_JOBS; readonly input: never }

parentPort?.on('message', ({ name, input }: Job) => parentPort?.postMessage(PARSE_JOBS[name](input)))
parentPort?.postMessage('ready')
