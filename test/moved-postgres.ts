import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#app/address.ts'
import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`
const NOBODY = 65_534

/** Whether this machine has Debian's libfaketime. */
export const hasFakeTime = existsSync(LIBRARY)

/** A migrated PostgreSQL whose processes read a clock that the test moves. */
export type MovedPostgres = AsyncDisposable & {
  readonly url: string
  /** Sets the clock of PostgreSQL to this many seconds after the machine's. */
  readonly setClock: (secondsAhead: number) => Promise<void>
}

/** Starts the packaged PostgreSQL in a folder, under libfaketime. */
export async function startMovedPostgres(dataDir: string): Promise<MovedPostgres> {
  const made = await startEmbeddedPostgres({ dataDir })
  await made[Symbol.asyncDispose]()
  const clock = join(dataDir, 'clock')
  const setClock = async (secondsAhead: number) => {
    await writeFile(`${clock}.new`, `${secondsAhead < 0 ? '' : '+'}${secondsAhead}\n`)
    await rename(`${clock}.new`, clock)
  }
  await setClock(0)
  const url = new URL(made.url)
  url.port = `${await findFreePort()}`
  const server = await startServer({ data: join(dataDir, 'postgres'), port: url.port, clock })
  const database = openDatabase(url.href, { maxConnections: 1 })
  await migrate(database)
  await database.destroy()
  return {
    url: url.href,
    setClock,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
  }
}

async function startServer(place: { data: string; port: string; clock: string }): Promise<ChildProcess> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  const server = ['-D', place.data, '-h', '127.0.0.1', '-p', place.port, '-c', 'unix_socket_directories=']
  // PostgreSQL refuses root; the capability lets it pass through private folders.
  const asNobody = [
    ...[`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--securebits=+no_setuid_fixup'],
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override', 'env', `LD_PRELOAD=${LIBRARY}`],
  ]
  const isRoot = process.getuid?.() === 0
  const child = spawn(isRoot ? 'setpriv' : postgres, isRoot ? [...asNobody, postgres, ...server] : server, {
    env: {
      ...{ LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      ...{ FAKETIME_TIMESTAMP_FILE: place.clock, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      ...(isRoot ? {} : { LD_PRELOAD: LIBRARY }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ready = Promise.withResolvers<void>()
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (line.includes('ready to accept connections')) ready.resolve()
  })
  child.once('exit', (status) =>
    ready.reject(new Error(`postgres ended with ${status}:\n${lines.join('\n')}`)),
  )
  await ready.promise
  return child
}
