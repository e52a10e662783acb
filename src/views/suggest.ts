import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { Suggestions } from '#contract/shapes/suggest.ts'
import { listItems } from './list-items.ts'
import { sourceWords } from './source-words.ts'

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
export function suggestions(
  found: readonly Named[],
  { ignoredParameters }: { readonly ignoredParameters: readonly string[] },
): Suggestions {
  return {
    items: listItems(found, { name: ({ slug }) => slug, build: suggestion }),
    ignoredParameters: [...ignoredParameters],
  }
}

function suggestion({ slug, name, token }: Named): Suggestions['items'][number] {
  const ticker = token === null ? null : (token.symbol ?? token.symbolDeclared)
  return {
    name: sourceWords(name),
    ...(ticker === null ? {} : { ticker: sourceWords(ticker) }),
    ...(token === null ? {} : { contract: token.address }),
    route: `/projects/${slug}`,
  }
}
