import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#app/instance/address.ts'
import { until } from '#test/service/processes.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A service started as a person starts it, `npm start`, in a process group of its own. */
export type Instance = {
  readonly baseUrl: string
  readonly startedInMs: number
  /**
   * Sends the signal to the whole process group, as Ctrl-C or the close of a terminal does. Resolves with the exit
   * status, or with what happened instead.
   */
  readonly stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<{ exit: string; tookMs: number }>
}

/** Starts the service on a data folder. @throws Error with its last words when it isn't ready in time */
export async function startInstance(dataDir: string, withinMs: number): Promise<Instance> {
  const port = await findFreePort()
  const begun = Date.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let ready = false
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      ready ||= line === `ready: http://127.0.0.1:${port}`
      lines.push(line)
      if (lines.length > 40) lines.shift()
    })
  }
  await until(() => ready || hasEnded(child), withinMs)
  if (!ready) {
    await new Promise((flushed) => setTimeout(flushed, 300))
    const why = hasEnded(child)
      ? `ended with ${child.exitCode ?? child.signalCode} before it was ready`
      : `not ready in ${withinMs} ms`
    throw new Error(`${why}:\n${lines.join('\n')}`)
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    startedInMs: Date.now() - begun,
    stop: (signal) => stop(child, signal),
  }
}

async function stop(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM') {
  const begun = Date.now()
  if (child.pid !== undefined && !hasEnded(child)) process.kill(-child.pid, signal)
  const ended = await until(() => hasEnded(child), 15_000)
  const exit = ended ? String(child.exitCode ?? child.signalCode) : 'still running'
  return { exit, tookMs: Date.now() - begun }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
