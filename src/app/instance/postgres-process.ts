import { execFile } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { readIfThere } from '../files/read-if-there.ts'

const run = promisify(execFile)

/**
 * Runs a program of PostgreSQL. PostgreSQL refuses root: as root, this runs the program as `nobody`, with the
 * capability to pass through private folders. Calls `begun` when the program runs.
 * @throws Error with one line that names the program and its reason
 */
export async function asServerUser(
  command: string,
  args: readonly string[],
  begun?: () => void,
): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const called = isRoot ? ['setpriv', ...(await dropRoot()), command, ...args] : [command, ...args]
  const [program = command, ...rest] = called
  try {
    const running = run(program, rest, { env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } })
    begun?.()
    await running
  } catch (cause) {
    throw new Error(`${basename(command)}: ${reasonOf(cause)}`, { cause })
  }
}

async function dropRoot(): Promise<readonly string[]> {
  const { user, group } = await serverUser()
  const drop = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return [...drop, '--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override']
}

/** The first line of a program's error output that says what failed. */
function reasonOf(cause: unknown): string {
  const { path, stderr = '' } = cause as { path?: unknown; stderr?: string }
  if (path === 'setpriv') {
    return 'as root it needs setpriv (util-linux): install it, run as another user, or set DATABASE_URL'
  }
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines[0] ?? String(cause)
}

/** Gives a folder to the user that the server runs as. */
export async function giveToServerUser(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { user, group } = await serverUser()
  await chown(path, user, group)
}

/** The user `nobody` and its group, whose name differs between systems. */
async function serverUser(): Promise<{ user: number; group: number }> {
  const [user, group] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number.parseInt((await run('id', [flag, 'nobody'])).stdout, 10)),
  )
  if (user === undefined || group === undefined) throw new Error('Unknown user nobody: set DATABASE_URL')
  return { user, group }
}

/** Whether the process is PostgreSQL and runs. An ended process that its parent did not collect does not run. */
export async function isServer(pid: number | undefined): Promise<boolean> {
  if (pid === undefined) return false
  const [state = 'Z', name = ''] = await stateAndName(pid)
  return !state.startsWith('Z') && name.includes('postgres')
}

async function stateAndName(pid: number): Promise<readonly string[]> {
  if (process.platform === 'linux') {
    const stat = await readIfThere(`/proc/${pid}/stat`)
    const [, name, state] = (stat === undefined ? null : /^[^(]*\((.*)\) (\w)/s.exec(stat)) ?? []
    return name === undefined || state === undefined ? [] : [state, name]
  }
  const listed = await run('ps', ['-o', 'stat=,comm=', '-p', `${pid}`]).catch(() => ({ stdout: '' }))
  return listed.stdout.trim().split(/\s+/, 2)
}
