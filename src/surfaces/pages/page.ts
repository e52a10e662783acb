import { Type } from 'typebox'
import { definePublicRead, type InputOf, type Operation } from '#contract/operation.ts'
import type { OperationName } from '#contract/operations/index.ts'
import type { ReadDeps, ServiceFacts } from '#reads/deps.ts'
import type { SharedWords } from '#views/cards/share-picture.ts'
import type { Readings } from '#views/status/readings.ts'
import type { Html } from './markup.ts'
import type { Sheet } from './sheet.ts'

/** Dependencies of a page's loader: the records on one snapshot, the time and the facts about the service. */
export type LoadDeps = ReadDeps & { readonly service: ServiceFacts }

/** The head of a document. */
export type Head = {
  /** The title is an answer: "Lumen: shipping, last ship 2 h ago". */
  readonly title: string
  readonly description: string
  /** The path of the page without labels. */
  readonly canonical: string
  /** The same records in forms for programs. */
  readonly alternates: readonly Alternate[]
  /** The facts that search engines may repeat. Recorded facts only, never a conclusion. */
  readonly facts?: Readonly<Record<string, unknown>>
}
type Alternate = { readonly type: string; readonly href: string; readonly words: string }

/** The records of a page as JSON. */
export function asJson(href: string, words: string): Alternate {
  return { type: 'application/json', href, words }
}
export const OPENAPI_DESCRIPTION = asJson('/openapi.json', 'OpenAPI description')
export const SHIPS_FEED: Alternate = {
  type: 'application/rss+xml',
  href: '/feed/ships.xml',
  words: 'Ships as a feed',
}

/**
 * A page: its address, its records, and its parts. The parts are methods: TypeScript lets a method take narrower
 * records than the type of a page of any records says.
 */
type PageOf<O extends Operation, I, T> = {
  readonly operation: O
  /** The words of the page in the menu; without it the menu has no link to it. */
  readonly menu?: string
  load(input: I, deps: LoadDeps): Promise<T>
  /** The path of the page with the parameters that choose what it shows. */
  address(input: I): string
  /** The addresses of a page whose path has parameters, for the sitemap. Projects are listed from their records. */
  readonly listed?: (service: ServiceFacts) => readonly string[]
  /** How well the projects of the page are read. */
  readings?(loaded: T): Readings
  head(loaded: T, sheet: Sheet): Head
  body(loaded: T, sheet: Sheet): Html
  /** The same page as Markdown, at the address of the page with `.md`. */
  markdown?(loaded: T, sheet: Sheet): string
  /**
   * The words of the picture that represents the page where it is shared. It is a PNG at the page's address with
   * `/card.png`.
   */
  shared?(loaded: T, sheet: Sheet): SharedWords
}

/** A page of any records. */
export type Page = PageOf<Operation, object, unknown>

/** Defines a page. Its parts get what its loader returns. */
export function definePage<O extends Operation, T>(page: PageOf<O, InputOf<O>, T>): Page {
  return page
}

type Given<N extends string, I> = Pick<Operation, 'path'> & { readonly summary: string } & {
  /** The name of the operation. A name of the API is refused: its route exists already, so the page would have none. */
  readonly name: N extends OperationName ? never : N
  readonly input: I
}

/**
 * The operation of a page that the API description leaves out. A name that an operation of the API has does not
 * compile.
 */
export function pageAt<const N extends string, const I extends Operation['input']>(
  given: Given<N, I>,
): Operation<string, I> {
  return definePublicRead({
    operationId: `getPage_${given.name}`,
    output: Type.String(),
    media: 'text/html',
    errorForm: 'page',
    tag: 'Pages and images',
    description: given.summary,
    examples: [],
    ...given,
  })
}
