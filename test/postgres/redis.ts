import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '#app/instance/address.ts'

/** A real Redis with nothing in it, on the loopback address. */
export type TestRedis = AsyncDisposable & {
  readonly url: string
  /** Ends it as a crash would; its data is gone. */
  readonly kill: () => Promise<void>
  /** Starts it again, empty, where it was. */
  readonly start: () => Promise<void>
  /** Stops Redis from answering without closing a connection, or lets it answer again. */
  readonly freeze: (frozen: 'frozen' | 'going') => void
}

/** Whether this machine has a redis-server. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** Starts a redis-server of the test's own. */
export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(
      'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await printed(child, 'Ready to accept connections')
  }
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    freeze: (frozen) => child?.kill(frozen === 'frozen' ? 'SIGSTOP' : 'SIGCONT'),
    [Symbol.asyncDispose]: kill,
  }
}

function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes(words)) resolve()
    })
  })
}
