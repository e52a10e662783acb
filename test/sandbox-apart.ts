import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Sandbox, SandboxOptions } from '#sandbox/start.ts'

const MODULE = new URL('../sandbox/start.ts', import.meta.url).href

/** A sandbox in a process of its own, to be killed. */
export type SandboxApart = Pick<Sandbox, 'settings' | 'controlUrl' | 'catalogueDir'> & {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

/** Starts it and waits until it answers. @throws Error when it ends before */
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
  return { ...JSON.parse(String(first[0])), child, ended }
}
