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
 * The JSON value of what a provider sent, wrapped because it can be `null`. Undefined for invalid JSON, and for values
 * nested too deep or too many: what copies, compares or walks the value later is recursive, and blocks the process.
 */
export function parseJson(body: string): { readonly value: unknown } | undefined {
  if (!isBounded(body)) return undefined
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** Whether a text, if it is JSON, is at most `DEPTH_MAX` levels deep and has at most `VALUES_MAX` values. */
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
