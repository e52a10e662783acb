const DEPTH_MAX = 64
const VALUES_MAX = 500_000
const QUOTE = '"'.charCodeAt(0)
const ESCAPE = '\\'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const LIST_BEGINS = '['.charCodeAt(0)
const LIST_ENDS = ']'.charCodeAt(0)
const OBJECT_BEGINS = '{'.charCodeAt(0)
const OBJECT_ENDS = '}'.charCodeAt(0)

/**
 * The JSON value of a provider's text, in an object because the value can be `null`. Undefined for invalid JSON, and
 * for JSON that is nested too deep or has too many values: code that later copies, compares or walks the value is
 * recursive and would block the process.
 */
export function parseJson(body: string): { readonly value: unknown } | undefined {
  if (!isBounded(body)) return undefined
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/**
 * Whether a JSON text is at most `DEPTH_MAX` levels deep and has at most `VALUES_MAX` values. Any answer is possible
 * for a text that is no JSON.
 */
function isBounded(text: string): boolean {
  let depth = 0
  let values = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === ESCAPE) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === COMMA) values += 1
    else if (code === LIST_BEGINS || code === OBJECT_BEGINS) {
      depth += 1
      values += 1
    } else if (code === LIST_ENDS || code === OBJECT_ENDS) depth -= 1
    if (depth > DEPTH_MAX || values > VALUES_MAX) return false
  }
  return true
}
