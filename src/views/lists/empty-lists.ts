import type { Instant } from '#contract/time.ts'

/** Said in place of a list of projects that was not measured. */
export const MISSING_LIST =
  'This list cannot be produced now: no project was measured for it. Which projects it would have is unknown.'

/** Said where nothing was searched, and no project is there. */
export const NO_PROJECT = 'No project is published.'

/** Said before what was searched, where no project was found. */
export const NO_MATCH = 'No published project matches all of this:'

/** The words about what an empty search result does not show. */
export function unmatchedWords({ q }: { readonly q?: string | undefined }): string {
  const words = 'Words match the beginnings of words in names, symbols, slugs, former slugs and contracts. '
  return `${q === undefined ? '' : words}A project that is not published is not in the list; that says nothing about its token.`
}

/** Said where a list has entries, but none from the requested offset on. */
export const PAST_END = 'The list ends before this place.'

/** Said where the Radar was ranked, and has no project. */
export const NO_RANK = 'No project is ranked.'

/**
 * The sentence about an empty list of the Radar, as the words before and after the searched words. It also says what
 * the empty list does not show.
 */
export function noRankWords(of: {
  readonly list: string
  readonly isSearched: boolean
}): readonly [before: string, after: string] {
  const end = `is in the list “${of.list}”. A project without Build Momentum has no rank; that does not say it does not build.`
  return of.isSearched ? ['No ranked project matches ', ` and ${end}`] : [`No ranked project ${end}`, '']
}

/** Said where the ledger has no change. Before its first run nobody knows whether there are any. */
export function noChangeWords(ledgerRanAt: Instant | null): string {
  return ledgerRanAt === null
    ? 'No change is recorded, because the ledger was not written yet. Which changes there are is not known.'
    : 'No change is recorded.'
}
