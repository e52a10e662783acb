import type { Finding } from './finding.ts'

const RESOURCE = /^(\s*)await using\b/
const RETURNED = /^\s*(?:(?:if|else|case|default)\b.*?\s)?return (.+)$/
const OPENS_FUNCTION = /(?:=>|\)(?:: [^{]+)?) \{$/
const OPENS_OTHER = /^\s*(?:\} )?(?:if|else|for|while|switch|try|catch|finally)\b/
/** A call at the start of the returned expression, or of either side of a conditional. */
const CALLS =
  /(?:^|[?:] |\?\? |\|\| |&& )(?:new Promise\b|(?!await\b|function\b)[\w$.#[\]']+(?:<[^()]*>)?\??\.?\()/

/**
 * Finds calls returned without `await` in a block with `await using`. If the call returns a promise, the resource is
 * released before the promise settles. Assign a value that is no promise to a name first. Matches lines, because the
 * formatter gives them one shape. Tests are not checked: a test that returns too early fails.
 */
export function findReturnsBeforeDone(path: string, text: string): readonly Finding[] {
  if (path.endsWith('.test.ts')) return []
  const lines = text.split('\n')
  const found = new Set(
    lines.flatMap((line, index) => (RESOURCE.test(line) ? returnsAfter(index, lines) : [])),
  )
  return [...found].map((line) => ({ path, line, rule: 'returned-before-done' }))
}

/** The lines after the resource, in its block, that return a call from the function that owns it. */
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

/** Whether a line is inside a nested function. */
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
