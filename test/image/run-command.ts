import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const MOST_OUTPUT = 64 * 1024 * 1024

/** Runs a program to its end and answers what it printed. @throws Error with the end of what it printed */
export async function runCommand(program: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { maxBuffer: MOST_OUTPUT })
    return stdout.trim()
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${`${stdout}\n${stderr}`.slice(-4000)}`, { cause })
  }
}
