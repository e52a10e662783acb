import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const MOST_OUTPUT = 64 * 1024 * 1024

/**
 * Runs a program with its arguments to the end, and answers its output. Variables of `env` are added to those of this
 * process.
 * @throws Error with the end of the output
 */
export async function command(
  [program = '', ...args]: readonly string[],
  at: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const env = { ...process.env, ...at.env }
  try {
    const { stdout } = await execute(program, args, { ...at, env, maxBuffer: MOST_OUTPUT })
    return stdout
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${`${stdout}\n${stderr}`.slice(-4000)}`, { cause })
  }
}

/** Runs a program, and answers its output without white space at the ends. */
export async function runCommand(...line: readonly string[]): Promise<string> {
  return (await command(line)).trim()
}
