import type { Command } from 'commander'

type Output<Arguments extends string[], T> = {
  /** The result of the command: one item, or a list of items. */
  readonly run: (...args: Arguments) => Promise<T | readonly T[]>
  /** The text of an item, of one or several lines; undefined for an item that only the JSON output shows. */
  readonly line: (item: T) => string | undefined
  /** The line after all items. */
  readonly end?: (items: readonly T[]) => string
}

/** Runs a command and prints its result as text, or with --json as an object (one item) or an array (several). */
export function printResult<Arguments extends string[], T>(
  command: Command,
  output: Output<Arguments, T>,
): void {
  command.option('--json', 'print JSON').action(async (...given: unknown[]) => {
    const args = given.slice(0, command.registeredArguments.length) as Arguments
    const result = await output.run(...args)
    const lines = command.opts()['json'] === true ? [JSON.stringify(result)] : textLines(result, output)
    for (const line of lines) console.log(line)
  })
}

function textLines<T>(
  result: T | readonly T[],
  { line, end }: Pick<Output<string[], T>, 'line' | 'end'>,
): readonly string[] {
  const items = isList(result) ? result : [result]
  const lines = items.map(line).filter((text) => text !== undefined)
  return end === undefined ? lines : [...lines, end(items)]
}

/** The output of a failed command: one line, or with --json an object. */
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
