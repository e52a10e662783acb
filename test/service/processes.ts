import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const MOST_OUTPUT = 64 * 1024 * 1024

/**
 * The ids of processes that use a folder: it is in their command line, in their environment or, on Linux, their working
 * directory. This process is left out.
 */
export function findProcesses(folder: string): readonly number[] {
  const found = process.platform === 'linux' ? findInProc(folder) : findInPs(folder)
  return found.filter((pid) => pid !== process.pid)
}

function findInProc(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .filter((pid) => isIn(pid, folder))
}

function isIn(pid: number, folder: string): boolean {
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return [place, command, environment].some((text) => text.includes(folder))
  } catch {
    return false
  }
}

function findInPs(folder: string): readonly number[] {
  const listed = execFileSync('ps', ['axeww', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  })
  const lines = listed.split('\n').filter((line) => line.includes(folder))
  return lines.map((line) => Number.parseInt(line, 10))
}

/** The id and the command line of a process. Only the id when the process has ended. */
export function commandLineOf(pid: number): string {
  return `${pid} ${shownBy(pid, 'command=')}`.trim()
}

/** The parent of a process; undefined when it has ended meanwhile. */
export function parentOf(pid: number): number | undefined {
  const parent = Number.parseInt(shownBy(pid, 'ppid='), 10)
  return Number.isNaN(parent) ? undefined : parent
}

function shownBy(pid: number, column: 'command=' | 'ppid='): string {
  return spawnSync('ps', ['-ww', '-p', `${pid}`, '-o', column], { encoding: 'utf8' }).stdout.trim()
}

/** Sends a signal. Does nothing when the process has ended. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Kills every process of the instance at once, as a power cut would, and waits until none is left. */
export async function killAll(dataDir: string): Promise<void> {
  for (const pid of findProcesses(dataDir)) send(pid, 'SIGKILL')
  await until(() => findProcesses(dataDir).length === 0, 5000)
}

/** Waits for a condition. Answers whether it came true in time. */
export async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (!holds()) {
    if (Date.now() > deadline) return false
    await new Promise((done) => setTimeout(done, 100))
  }
  return true
}
