import { parseInstant } from '#contract/time.ts'
import { line } from '#domain/ledger/wording.ts'

/** Stands where a source gave no readable character. */
const UNREADABLE = '(no readable words)'

/** Words of a source, fit to be printed: one line of visible characters, at most 300 of them. */
export function sourceWords(text: string): string {
  const words = line(text)
  return words === '' ? UNREADABLE : words
}

/** Recorded facts with every text fit to be printed and every instant with three decimals, to a depth of six. */
export function sourceFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, printable(value, 6)]))
}

function printable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value === '' ? '' : (parseInstant(value) ?? sourceWords(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => printable(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printable(item, depth - 1)]))
}
