import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** A `svc` process as an operator starts it. */
export type Spawned = {
  readonly child: ChildProcess
  /** Lines of standard output and of standard error. */
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** Resolves with the line `ready: …`. @throws Error with the printed lines when the process ends before it */
  readonly ready: Promise<string>
  /** Resolves with the exit status, or the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
const INHERITED = { PATH, NODE_COMPILE_CACHE }

/** Whether a line of standard error belongs neither to the log nor to the steps of a start. */
export function isSaid(line: string): boolean {
  return !line.startsWith('{') && !line.startsWith('  ')
}

/**
 * Starts `svc` with these arguments. Its environment has only `env`, the search path and the compile cache. `main` can
 * name the program of another version.
 */
export function spawnService(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: { readonly uid?: number; readonly gid?: number; readonly main?: string } = {},
): Spawned {
  const { main = MAIN, ...as } = options
  const child = spawn(process.execPath, [main, ...args], {
    ...as,
    env: { ...INHERITED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return followService(child, args)
}

/** Collects the lines of a `svc` process that was started with these arguments. */
export function followService(
  child: ChildProcessByStdio<null, Readable, Readable>,
  args: readonly string[],
): Spawned {
  const out: string[] = []
  const err: string[] = []
  const ready = Promise.withResolvers<string>()
  createInterface({ input: child.stderr }).on('line', (line) => err.push(line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    out.push(line)
    if (line.startsWith('ready: ')) ready.resolve(line)
  })
  const ended = once(child, 'close').then(([status, name]) => {
    ready.reject(new Error(`svc ${args.join(' ')} ended with ${status ?? name}:\n${err.join('\n')}`))
    return status ?? name
  })
  ready.promise.catch(() => 'reported to whoever waits for it')
  return {
    child,
    out,
    err,
    ready: ready.promise,
    ended,
    stop(name = 'SIGTERM') {
      child.kill(name)
      return ended
    },
  }
}
