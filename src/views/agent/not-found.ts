import type { Slug } from '#contract/ids.ts'
import { plainWords, quoteWords } from './words.ts'

/** A published project that words may have meant. */
type Near = { readonly slug: Slug; readonly name: string }

const BEGINS_ADDRESS = /\b0x[0-9a-f]*\b/i

/** The refusal of words that no published project has: what was looked for, and published names that are nearly the same. */
export function notFoundWords(text: string, nearest: readonly Near[]) {
  const guess = nearest.map(({ slug, name }) => `${slug} (${quoteWords(name).text})`).join(', ')
  const near = guess === '' ? '' : ` A guess at what was meant: ${guess}.`
  const form = BEGINS_ADDRESS.test(text) ? ' A contract is expected as 0x and 40 hexadecimal digits.' : ''
  return {
    message: `No published project has the slug, contract, ticker or name ${quoteWords(text).text}.${form}${near}`,
    detail: {
      lookedFor: plainWords(text),
      ...(nearest.length > 0 && {
        nearest: nearest.map(({ slug, name }) => ({ slug, name: plainWords(name) })),
      }),
    },
  }
}
