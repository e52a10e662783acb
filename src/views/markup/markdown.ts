import { quoteInText } from '../agent/words.ts'
import { withoutForbidden } from './markup.ts'

/** Text in Markdown: its marks of markup are escaped, and it stays on its line. */
export function markdownText(text: string): string {
  return withoutForbidden(text).replace(/[\\`*_[\]<>|#~]/g, '\\$&')
}

/** Words of a source in Markdown, between quotation marks. */
export function markdownQuote(words: string): string {
  return markdownText(quoteInText(words))
}

/** A link in Markdown; its words are markup already. */
export function markdownLink(words: string, href: string): string {
  return `[${words}](${href})`
}

/**
 * A web address in Markdown, between angle brackets. Only angle brackets inside the address are encoded; nothing else
 * in it needs an escape.
 */
export function markdownAddress(url: string): string {
  return `<${url.replaceAll('<', '%3C').replaceAll('>', '%3E')}>`
}

/** A table in Markdown; its cells are markup already. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)]
}
