import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endOrphan } from '#sandbox/chain/orphan.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/start.ts'
import { findProcesses, until } from '#test/service/processes.ts'

const ENDS_WITHIN_MS = 10_000
const MODULE = new URL('../../sandbox/start.ts', import.meta.url).href

/** A sandbox in a process of its own, which can be killed. */
type SandboxApart = Pick<Sandbox, 'settings' | 'controlUrl' | 'catalogueDir'> & {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  /** Kills the sandbox and its node, which would outlive it. */
  readonly kill: () => Promise<void>
}

/** Starts the sandbox and waits until it answers. @throws Error when it ends before */
export async function startSandboxApart(options: SandboxOptions): Promise<SandboxApart> {
  const code = `const { startSandbox } = await import(${JSON.stringify(MODULE)})
    const { settings, controlUrl, catalogueDir } = await startSandbox(${JSON.stringify(options)})
    process.stdout.write(JSON.stringify({ settings, controlUrl, catalogueDir }) + '\\n')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([once(lines, 'line'), ended])
  if (child.exitCode !== null) throw new Error(`the sandbox ended with ${child.exitCode}`)
  const { dataDir } = options
  const nodeFolder = join(dataDir, 'anvil-cache')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
    await endOrphan(join(dataDir, 'anvil.pid'), nodeFolder)
    await until(() => findProcesses(nodeFolder).length === 0, ENDS_WITHIN_MS)
  }
  return { ...JSON.parse(String(first[0])), child, ended, kill }
}
