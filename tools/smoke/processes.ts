import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Ids of the processes that belong to the instance on a data folder: whoever has the folder in the command line, in
 * the environment or as the place it works in. Linux.
 */
export function findProcesses(dataDir: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .filter((pid) => pid !== process.pid && belongs(pid, dataDir))
}

function belongs(pid: number, dataDir: string): boolean {
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return [place, command, environment].some((text) => text.includes(dataDir))
  } catch {
    return false
  }
}

/** Kills every process of the instance at once, as a power cut would, and waits until none is left. */
export async function killAll(dataDir: string): Promise<void> {
  for (const pid of findProcesses(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  await until(() => findProcesses(dataDir).length === 0, 5000)
}

/** Whether a condition came true within the time. */
export async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (!holds()) {
    if (Date.now() > deadline) return false
    await new Promise((done) => setTimeout(done, 100))
  }
  return true
}
