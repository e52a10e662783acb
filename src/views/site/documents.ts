import { known } from '#contract/known.ts'
import { type Document, parseDocument } from '../markup/document.ts'
import { parseReferenceFiles, type ReferenceFiles } from '../reference/answers.ts'
import type { Site } from './links.ts'
import { methodologyText } from './methodology-text.ts'
import { guidePage, METHODOLOGY_PAGE, rulePage } from './pages.ts'

/** The guides for developers, in reading order: the file of each in docs/, and what it says in one sentence. */
export const GUIDES = [
  { name: 'requests', says: 'Requests to copy, from the first card to a webhook, with their answers.' },
  { name: 'agents', says: 'What an agent can ask by HTTP, MCP and A2A, and how it cites the answer.' },
  { name: 'receiving-webhooks', says: 'How to verify, store and order the events that a webhook delivers.' },
  { name: 'account', says: 'How to sign up with a passkey, get keys, manage webhooks and recover.' },
  { name: 'receipts', says: 'How to write down what research rests on, and have it checked.' },
  { name: 'typescript-client', says: 'A client whose unknowns cannot be read as zero, false or a text.' },
  { name: 'clients', says: 'Clients that generators make of the API description, in five languages.' },
] as const

export type GuideName = (typeof GUIDES)[number]['name']

/** The documents that the service shows. */
export type Documents = {
  readonly methodology: Document
  readonly guides: Readonly<Record<GuideName, Document>>
  readonly reference: ReferenceFiles
}

/** The addresses that the documents use as examples. A page has the service's own address instead. */
const EXAMPLE_ADDRESSES = ['http://127.0.0.1:4663', 'https://svc.example', '{base_url}']

/** The files below docs/: the text of one, and the names in a folder. */
type DocumentFiles = {
  readonly read: (file: string) => string
  readonly list: (folder: string) => readonly string[]
}

/**
 * Reads the documents from their texts. Links between documents lead to pages. Of a link to a file without a page only
 * the words stay.
 */
export function parseDocuments({ read, list }: DocumentFiles, site: Site): Documents {
  const place = (text: string) =>
    EXAMPLE_ADDRESSES.reduce((whole, example) => whole.replaceAll(example, site.baseUrl), text)
  const parse = (text: string, sectionAt?: typeof ruleSectionAt) =>
    parseDocument(place(text), { fileAt, ...known({ sectionAt }) })
  const guides = GUIDES.map(({ name }) => [name, parse(read(`${name}.md`))])
  const storedIds = list('reference/answers').map((file) => file.replace(/\.json$/, ''))
  return {
    methodology: parse(methodologyText(read), ruleSectionAt),
    guides: Object.fromEntries(guides) as Documents['guides'],
    reference: parseReferenceFiles((file) => place(read(file)), storedIds),
  }
}

function fileAt(file: string): string | undefined {
  const guide = GUIDES.find(({ name }) => file === `${name}.md`)
  if (guide !== undefined) return guidePage(guide.name)
  return file === 'methodology.md' ? METHODOLOGY_PAGE : undefined
}

/**
 * A section whose heading names a rule is on the page of that rule. Every other section is on the page of the
 * methodology.
 */
function ruleSectionAt({ codes }: { readonly codes: readonly string[] }): string {
  const [rule] = codes.filter((code) => code.includes('@'))
  return rule === undefined ? METHODOLOGY_PAGE : rulePage(rule)
}
