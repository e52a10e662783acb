import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

type Seen = { readonly command: string; readonly parent: number }

/** Writes the process ids of the node and of this process, its owner. */
export function notePid(pidFile: string, pid: number): void {
  writeFileSync(pidFile, `${pid} ${process.pid}`)
}

/**
 * Ends the node that a killed run left behind, if the process is a node on the same folder.
 * @throws Error when the node's owner still runs
 */
export async function endOrphan(pidFile: string, mark: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const [pid = 0, owner = 0] = readFileSync(pidFile, 'utf8').split(' ').map(Number)
  const seen = pid > 1 ? await seenAt(pid) : undefined
  if (seen?.command.includes('anvil') && seen.command.includes(mark)) {
    if (seen.parent === owner) throw new Error(`A sandbox already runs on this folder, in process ${owner}`)
    process.kill(pid, 'SIGKILL')
  }
  rmSync(pidFile, { force: true })
}

/** The command line and the parent of a running process, from /proc or ps; undefined when it does not run. */
async function seenAt(pid: number): Promise<Seen | undefined> {
  if (existsSync('/proc/self/stat')) return seenInProc(pid)
  const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(await psOf(pid)) ?? []
  return command === '' ? undefined : { command, parent: Number(parent) }
}

function seenInProc(pid: number): Seen | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , parent = ''] = stat.slice(stat.lastIndexOf(')')).split(' ')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { command, parent: Number(parent) }
}

function psOf(pid: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ['-ww', '-p', String(pid), '-o', 'ppid=,command=']
    const ps = spawn('ps', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    ps.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    ps.once('error', reject)
    ps.once('close', () => resolve(text))
  })
}
