import type { Finding } from './finding.ts'

const DOCUMENTED = /^src\/(?:contract|domain|records)\/(?!.*\.test\.ts$).*\.ts$/
const EXPORTED =
  /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:\(|<|\w+ =>))/

/**
 * Finds exported functions of contract, domain and records without a doc comment. Matches lines, because the formatter
 * gives them one shape. Only the first signature of an overloaded function needs a comment.
 */
export function findDocComments(path: string, text: string): readonly Finding[] {
  if (!DOCUMENTED.test(path)) return []
  const lines = text.split('\n')
  let last: string | undefined
  return lines.flatMap((line, index) => {
    const found = EXPORTED.exec(line)
    if (found === null) return []
    const name = found[1] ?? found[2]
    const overload = name === last
    last = name
    return overload || isDocumented(lines, index) ? [] : [{ path, line: index + 1, rule: 'doc-comment' }]
  })
}

function isDocumented(lines: readonly string[], index: number): boolean {
  const above = lines.slice(0, index).filter((line) => !line.startsWith('//'))
  if (above.at(-1)?.endsWith('*/') !== true) return false
  const comment = above.slice(above.findLastIndex((line) => line.startsWith('/*'))).join(' ')
  return comment.startsWith('/**') && /\w/.test(comment)
}
