import type { ContractAddress, Slug } from '#contract/ids.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { Suggestions } from '#contract/shapes/suggest.ts'
import { sourceWords, wordsOrNull } from '../words/sources.ts'
import { listItems } from './list-items.ts'

type Named = {
  readonly slug: Slug
  readonly name: string
  readonly token: {
    readonly address: ContractAddress
    readonly symbol: string | null
    readonly symbolDeclared: string | null
  } | null
}

/** The identities of the matching projects. */
export function suggestions(found: readonly Named[], ignoring: Ignoring): Suggestions {
  return {
    ...listItems(found, { name: ({ slug }) => slug, build: suggestion }),
    ...ignoredField(ignoring),
  }
}

function suggestion({ slug, name, token }: Named): Suggestions['items'][number] {
  const ticker = token === null ? null : (token.symbol ?? token.symbolDeclared)
  return {
    name: sourceWords(name),
    ...known({ ticker: wordsOrNull(ticker), contract: token === null ? null : token.address }),
    route: `/projects/${slug}`,
  }
}
