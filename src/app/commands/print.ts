import type { Command } from 'commander'

type Output<Arguments extends string[], T> = {
  /** One thing, or a list of many. */
  readonly run: (...args: Arguments) => Promise<T | readonly T[]>
  /** One thing as text; it may have several lines. */
  readonly line: (item: T) => string
}

/** Runs a command and prints its result: one line for each item. With --json one thing is an object, and many are a list. */
export function printResult<Arguments extends string[], T>(
  command: Command,
  output: Output<Arguments, T>,
): void {
  command.option('--json', 'print JSON').action(async (...given: unknown[]) => {
    const args = given.slice(0, command.registeredArguments.length) as Arguments
    const result = await output.run(...args)
    const items = isList(result) ? result : [result]
    const lines = command.opts()['json'] === true ? [JSON.stringify(result)] : items.map(output.line)
    for (const line of lines) console.log(line)
  })
}

/** What a failed command prints: one line, or with --json an object. */
export function failureText(message: string, args: readonly string[]): string {
  return printsJson(args) ? JSON.stringify({ error: { message } }) : `svc: ${message}`
}

/** Whether a command line asks for JSON. */
export function printsJson(args: readonly string[]): boolean {
  return args.includes('--json')
}

function isList<T>(result: T | readonly T[]): result is readonly T[] {
  return Array.isArray(result)
}
