import { operationPage } from './addresses.ts'

/** Words of the reference. A view writes them; the surface makes markup or Markdown of them. */
export type Word =
  | string
  | { readonly code: string; readonly id?: string }
  | { readonly href: string; readonly words: string; readonly isCode?: boolean }
  /** Quieter words on a line of their own. */
  | { readonly aside: readonly Word[] }
export type Words = readonly Word[]

/** A description as a sentence. */
export function asSentence(description: string): string {
  return description.endsWith('.') ? description : `${description}.`
}

/** A row of a table: the words of each cell. */
export type ReferenceRow = readonly Words[]

/** A field of the form by which a reader tries a read. */
export type TriedField = {
  readonly name: string
  /** Fields of the path are part of the address, so a form sends only the fields of the query. */
  readonly place: 'path' | 'query'
  readonly help: string
  readonly value: string
  readonly isRequired: boolean
  readonly choices?: readonly string[]
}

/** The form by which a reader asks an operation. */
export type Tried = {
  readonly template: string
  readonly action: string
  /** The whole request as the form is filled in. */
  readonly address: string
  readonly fields: readonly TriedField[]
  /** Whether the answer is a text that a page can show. */
  readonly isShown: boolean
}

export type Part =
  | { readonly kind: 'text'; readonly words: Words }
  | { readonly kind: 'heading'; readonly id: string; readonly words: string }
  | { readonly kind: 'list'; readonly items: readonly Words[] }
  | { readonly kind: 'code'; readonly label: string; readonly text: string; readonly language: string }
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly headings: readonly string[]
      readonly rows: readonly ReferenceRow[]
    }
  | { readonly kind: 'form'; readonly form: Tried }

export type ReferenceSection = {
  readonly id: string
  readonly title: string
  readonly answers?: string
  readonly parts: readonly Part[]
}

/** A page of the reference. */
export type ReferencePage = {
  readonly path: string
  /** Says what the page answers. */
  readonly title: string
  readonly heading: string
  /** The subject of the page in one line, under its heading. */
  readonly line?: string
  readonly says: string
  /** The pages above this one. */
  readonly above: readonly { readonly href: string; readonly words: string }[]
  readonly sections: readonly ReferenceSection[]
}

/** A name of the API within a sentence, such as nextCursor, NOT_MEASURED or market_integrity.event. */
const NAME =
  /(?<![\w/.<{=-])([a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+(?:\.[a-z_]+)*)(?![\w/>}-])/

/** Text of the contract as words: names of the API, and what is between backticks, are code. */
export function wordsOf(text: string): Words {
  return text
    .split('`')
    .flatMap((part, at) => (at % 2 === 1 ? [{ code: part }] : namesAsCode(part)))
    .filter((part) => part !== '')
}

function namesAsCode(text: string): readonly Word[] {
  return text.split(NAME).map((part, at): Word => (at % 2 === 1 ? { code: part } : part))
}

export function code(text: string): Word {
  return { code: text }
}

/** The name of an operation, which leads to its page. */
export function operationLink(operationId: string): Word {
  return { href: operationPage(operationId), words: operationId, isCode: true }
}

/** A text of the contract, or words with links among them. */
export type TextOrWords = string | Words

function asWords(said: TextOrWords): Words {
  return typeof said === 'string' ? wordsOf(said) : said
}

export function textPart(said: TextOrWords): Part {
  return { kind: 'text', words: asWords(said) }
}

export function listPart(items: readonly TextOrWords[]): Part {
  return { kind: 'list', items: items.map(asWords) }
}

export function tablePart(caption: string, headings: readonly string[], rows: readonly ReferenceRow[]): Part {
  return { kind: 'table', caption, headings, rows }
}

/** A value as JSON. */
export function jsonPart(label: string, value: unknown): Part {
  return { kind: 'code', label, language: 'json', text: JSON.stringify(value, null, 2) }
}

/** The words with `between` between each two of them. */
export function joined(words: readonly Word[], between = ', '): Words {
  return words.flatMap((word, at) => (at === 0 ? [word] : [between, word]))
}

/** The first sentence of a text, and the rest of the text. */
export function firstSentence(text: string): { readonly lead: string; readonly rest: string } {
  const end = /\. (?=[A-Z`])/.exec(text)?.index
  return end === undefined
    ? { lead: text, rest: '' }
    : { lead: text.slice(0, end + 1), rest: text.slice(end + 2) }
}
