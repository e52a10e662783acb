import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#app/instance/address.ts'
import { giveToServerUser } from '#app/instance/postgres-process.ts'
import { waitUntil } from '#test/alerts/wait-until.ts'
import { asServer } from './postgres-server.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const STARTED_WITHIN_MS = 10_000

/** Whether this machine has Debian's pgbouncer. */
export const hasPgBouncer = existsSync(PROGRAM)

/** A PgBouncer in front of a server. */
export type PgBouncer = AsyncDisposable & { readonly url: string }

/**
 * Starts PgBouncer in a folder, in transaction mode, with few connections to the server of a URL. `settings` are lines
 * of its configuration.
 */
export async function startPgBouncer(
  folder: string,
  to: string,
  settings = 'ignore_startup_parameters = extra_float_digits',
): Promise<PgBouncer> {
  const server = new URL(to)
  const database = server.pathname.slice(1)
  const port = await findFreePort()
  await mkdir(folder, { mode: 0o700 })
  await giveToServerUser(folder)
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
${database} = host=${server.hostname} port=${server.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
${settings}
`,
  )
  for (const file of [users, config]) await chmod(file, 0o644)
  const [program = PROGRAM, ...args] = asServer([PROGRAM, '--quiet', config])
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = new URL(to)
  url.port = `${port}`
  await waitUntil({ name: 'PgBouncer answers', withinMs: STARTED_WITHIN_MS }, () => answers(url.href))
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
