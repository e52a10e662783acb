type Style = { readonly text: (text: string) => string; readonly key: (name: string) => string }

/** JSON for a shell between single quotes. */
export const IN_SHELL: Style = {
  text: (text) => JSON.stringify(text).replaceAll("'", String.raw`'\''`),
  key: (name) => JSON.stringify(name),
}

/** A literal of JavaScript. */
export const IN_SCRIPT: Style = { text: quoted, key: (name) => (isName(name) ? name : quoted(name)) }

/** Maximum number of characters of a line. A longer line is broken. */
const MOST_CHARACTERS = 72

/** A JSON value as a literal. A list or an object that is short is on one line. */
export function literal(value: unknown, style: Style, pad = ''): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${pad}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, style, deeper))
    : Object.entries(value).map(([name, one]) => `${style.key(name)}: ${literal(one, style, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= MOST_CHARACTERS - pad.length && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${pad}${close.trim()}`
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Whether a name can stand without quotation marks. */
export function isName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}
