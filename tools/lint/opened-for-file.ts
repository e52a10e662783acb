import type { Finding } from './finding.ts'

const ONE_LINE = /^\s*afterAll\(\(\) => \w+\[Symbol\.asyncDispose\]\(\)\)(?: \/\/.*)?$/
const BLOCK = /^\s*afterAll\(async \(\) => \{(?: \/\/.*)?$/
const END = /^\s*\}\)$/
const DISPOSED = /^\s*await \w+\[Symbol\.asyncDispose\]\(\)$/

/**
 * Finds an `afterAll` that only disposes what a test file opened. `forFile`, or a function made of it such as
 * `fileDatabase`, opens and disposes it instead. An `afterAll` that also ends processes or removes folders has an order
 * to keep. Matches lines, because the formatter gives them one shape.
 */
export function findDisposedInHooks(path: string, text: string): readonly Finding[] {
  if (!path.endsWith('.test.ts')) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    ONE_LINE.test(line) || (BLOCK.test(line) && onlyDisposes(lines.slice(index + 1)))
      ? [{ path, line: index + 1, rule: 'opened-for-file' }]
      : [],
  )
}

function onlyDisposes(following: readonly string[]): boolean {
  const body = following.slice(
    0,
    following.findIndex((line) => END.test(line)),
  )
  return body.length > 0 && body.every((line) => DISPOSED.test(line))
}
