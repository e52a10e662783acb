import type { Finding } from './finding.ts'

const HELD = /^(\s*)await using\b/
const RETURNED = /^\s*(?:(?:if|else|case|default)\b.*?\s)?return (.+)$/
const OPENS_FUNCTION = /(?:=>|\)(?:: [^{]+)?) \{$/
const OPENS_OTHER = /^\s*(?:\} )?(?:if|else|for|while|switch|try|catch|finally)\b/
/** A call at the head of what is returned, or of either side of a choice. */
const CALLS =
  /(?:^|[?:] |\?\? |\|\| |&& )(?:new Promise\b|(?!await\b|function\b)[\w$.#[\]']+(?:<[^()]*>)?\??\.?\()/

/**
 * Calls returned without `await` where something is held by `await using`: were it a promise, the thing is given back
 * before it is done. A value that is no promise is named first. Reads lines, which the formatter keeps in one shape;
 * a test that returns too early fails by itself.
 */
export function findReturnsBeforeDone(path: string, text: string): readonly Finding[] {
  if (path.endsWith('.test.ts')) return []
  const lines = text.split('\n')
  const found = new Set(lines.flatMap((line, index) => (HELD.test(line) ? returnsAfter(index, lines) : [])))
  return [...found].map((line) => ({ path, line, rule: 'returned-before-done' }))
}

/** Numbers of the lines of a held thing's block, after it, that return a call of the function it is held in. */
function returnsAfter(index: number, lines: readonly string[]): readonly number[] {
  const depth = depthOf(lines[index])
  const after = lines.slice(index + 1)
  const end = after.findIndex((line) => line !== '' && depthOf(line) < depth)
  const block = end === -1 ? after : after.slice(0, end)
  return block.flatMap((line, at) => {
    const returned = RETURNED.exec(line)?.[1]
    const own = returned !== undefined && !isInClosure(block, at, depth)
    return own && CALLS.test(returned) ? [index + at + 2] : []
  })
}

/** Whether a line stands in a function of its own inside the block. */
function isInClosure(block: readonly string[], at: number, depth: number): boolean {
  let inner = depthOf(block[at])
  for (const line of block.slice(0, at).toReversed()) {
    if (inner <= depth) return false
    if (line === '' || depthOf(line) >= inner) continue
    inner = depthOf(line)
    if (OPENS_FUNCTION.test(line) && !OPENS_OTHER.test(line)) return true
  }
  return false
}

function depthOf(line: string | undefined): number {
  return line === undefined ? 0 : line.length - line.trimStart().length
}
