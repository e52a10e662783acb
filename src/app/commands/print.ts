import type { Command } from 'commander'

type Output<Arguments extends string[], T> = {
  readonly run: (...args: Arguments) => Promise<readonly T[]>
  readonly line: (item: T) => string
}

/** Runs a command and prints its result: one line for each item, or with --json all of it as JSON. */
export function printResult<Arguments extends string[], T>(
  command: Command,
  output: Output<Arguments, T>,
): void {
  command.option('--json', 'print JSON').action(async (...given: unknown[]) => {
    const args = given.slice(0, command.registeredArguments.length) as Arguments
    const items = await output.run(...args)
    const lines = command.opts()['json'] === true ? [JSON.stringify(items)] : items.map(output.line)
    for (const line of lines) console.log(line)
  })
}
