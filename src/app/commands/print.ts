import type { Command } from 'commander'

type Printing<Arguments extends string[], T> = {
  readonly run: (...args: Arguments) => Promise<readonly T[]>
  readonly line: (item: T) => string
}

/** Gives a command its answer: a line an item, or with --json the whole as JSON. */
export function printing<Arguments extends string[], T>(command: Command, how: Printing<Arguments, T>): void {
  command.option('--json', 'print JSON').action(async (...given: unknown[]) => {
    const args = given.slice(0, command.registeredArguments.length) as Arguments
    const items = await how.run(...args)
    console.log(command.opts()['json'] === true ? JSON.stringify(items) : items.map(how.line).join('\n'))
  })
}
