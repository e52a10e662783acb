import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLineOf, findProcesses, parentOf, send, until } from '#test/service/processes.ts'

const OWNED = /^svc-test-(\d+)-/
const END_WITHIN_MS = 5000
/** A folder in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
/** Several times the space that databases of the quick tests need at most. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Makes the folder of this run; its name says which process owns it. */
export function makeRunFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `svc-test-${process.pid}-`))
}

/**
 * Makes a folder in memory for this run. Cloning a database takes 25 ms there, and 30 to 500 ms on a disk. Undefined
 * when there is no such folder, or too little memory.
 */
export async function makeFolderInMemory(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.availableMemory() < ENOUGH_BYTES) return undefined
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY)
    if (bavail * bsize < ENOUGH_BYTES) return undefined
    return await mkdtemp(join(IN_MEMORY, `svc-test-${process.pid}-`))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS') return undefined
    throw cause
  }
}

/** Cleans up after runs that were killed: ends their processes, and removes their mounts and folders. */
export async function removeInterruptedRuns(): Promise<void> {
  await removeInterruptedRunsIn(tmpdir())
  if (existsSync(IN_MEMORY)) await removeInterruptedRunsIn(IN_MEMORY)
}

async function removeInterruptedRunsIn(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const owner = OWNED.exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const folder = join(base, name)
    if ((await stat(folder)).uid !== process.getuid?.()) continue
    await endProcesses(() => findProcesses(folder))
    await unmountIn(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Ends the processes that a run has left on its folder, and answers their command lines. A process has five seconds to
 * end by itself. Processes of the test runner are left alone: they end with it.
 */
export async function endLeftProcesses(folder: string): Promise<readonly string[]> {
  const find = () => findProcesses(folder).filter((pid) => parentOf(pid) !== process.pid)
  await until(() => find().length === 0, END_WITHIN_MS)
  const left = find().map(commandLineOf)
  await endProcesses(find)
  return left
}

/** PostgreSQL frees its shared memory on SIGQUIT. A process that does not end on SIGQUIT is killed. */
async function endProcesses(find: () => readonly number[]): Promise<void> {
  const deadline = Date.now() + END_WITHIN_MS
  for (let sent = new Set<number>(); ; await wait(100)) {
    const pids = find()
    if (pids.length === 0) return
    const signal = Date.now() < deadline ? 'SIGQUIT' : 'SIGKILL'
    if (signal === 'SIGKILL') sent = new Set()
    for (const pid of pids.filter((one) => !sent.has(one))) send(pid, signal)
    for (const pid of pids) sent.add(pid)
  }
}

/** Unmounts the small disk that the test of a full disk mounts, on Linux. */
async function unmountIn(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const mounts = await readFile('/proc/mounts', 'utf8')
  const paths = mounts.split('\n').flatMap((line) => line.split(' ').slice(1, 2))
  for (const path of paths.filter((one) => one.startsWith(`${folder}/`))) execFileSync('umount', ['-l', path])
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
