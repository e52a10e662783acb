import type { ContractAddress, Slug } from '#contract/ids.ts'
import { contractRecordAddress, receiptLink, type Site, scanAddress } from '../site/links.ts'
import { evidenceIn } from './evidence-in.ts'
import { plainWords, quoteWords } from './words.ts'

/** A published project that words may have meant. */
type Near = { readonly slug: Slug; readonly name: string }

const BEGINS_ADDRESS = /\b0x[0-9a-f]*\b/i

/**
 * The refusal of a text that names no published project. It has the text and the published names that are nearest to
 * it.
 */
export function notFoundWords(text: string, nearest: readonly Near[], site: Site) {
  const guess = nearest.map(({ slug, name }) => `${slug} (${quoteWords(name).text})`).join(', ')
  const near = guess === '' ? '' : ` A guess at what was meant: ${guess}.`
  const form = BEGINS_ADDRESS.test(text) ? ' A contract is expected as 0x and 40 hexadecimal digits.' : ''
  const [id] = evidenceIn(text).ids
  const receipt = id === undefined ? '' : ` The receipt of the evidence id is at ${receiptLink(id, site)}.`
  return {
    message: `No published project has the slug, contract, ticker or name ${quoteWords(text).text}.${form}${receipt}${near}`,
    detail: {
      lookedFor: plainWords(text),
      ...(nearest.length > 0 && {
        nearest: nearest.map(({ slug, name }) => ({ slug, name: plainWords(name) })),
      }),
    },
  }
}

/**
 * The refusal of a contract that no published project has as its token. `holder` is the project that has it as another
 * contract.
 */
export function noTokenWords(contract: ContractAddress, holder: Near | undefined, site: Site) {
  const other =
    holder === undefined
      ? ''
      : ` It is recorded with project ${quoteWords(holder.name).text} (slug ${holder.slug}): ${contractRecordAddress(contract, site)}.`
  return {
    message: `No published project has the contract ${contract} as its token. That says nothing of the token.${other}`,
    detail: { lookedFor: contract },
    scanUrl: scanAddress(contract, site),
  }
}
