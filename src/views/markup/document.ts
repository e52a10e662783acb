import MarkdownIt, { type Token } from 'markdown-it'

declare const rendered: unique symbol

/**
 * HTML of a document of this service. Invariant: only `parseDocument` makes it, with raw HTML disabled, so every
 * element comes from the renderer and every text is escaped.
 */
export type RenderedMarkdown = string & { readonly [rendered]: true }

/**
 * A section of a document: a heading of the second level with all that follows, or the text before the first such
 * heading.
 */
export type DocumentSection = {
  /** The id of its heading, the same as on the repository's pages; empty before the first heading. */
  readonly id: string
  readonly heading: string
  /** The parts of the heading that are code, such as the ids of rules. */
  readonly codes: readonly string[]
  readonly html: RenderedMarkdown
  /** The section as Markdown, with its heading. */
  readonly markdown: string
}

/** A document of the repository: its title, the text before the first section, and the sections. */
export type Document = {
  readonly title: string
  readonly introduction: DocumentSection
  readonly sections: readonly DocumentSection[]
  readonly markdown: string
}

/** The targets of links. For `undefined` the link is removed and its words stay. */
type LinkTargets = {
  /** The page of another file of the repository, named relative to the document. */
  readonly fileAt: (file: string) => string | undefined
  /** The page of a section; undefined for a section of the document's own page. */
  readonly sectionAt?: (section: Pick<DocumentSection, 'heading' | 'codes'>) => string | undefined
}

const MARKDOWN = openRenderer()

/** Reads a Markdown document into sections of HTML. Raw HTML in it is shown as text, and comments are left out. */
export function parseDocument(markdown: string, places: LinkTargets): Document {
  const tokens = withoutComments(MARKDOWN.parse(markdown, {}))
  const lines = markdown.split('\n')
  const parts = cutAtHeadings(tokens).map((part) => ({ ...part, ...headingOf(part.heading) }))
  const pages = pagesById(parts, places)
  prepareTokens(tokens, { ...places, pages })
  const sections = parts.map(
    ({ id, words, codes, body, from, end }): DocumentSection => ({
      id,
      heading: words,
      codes,
      html: MARKDOWN.renderer.render([...body], MARKDOWN.options, {}) as RenderedMarkdown,
      markdown: lines.slice(from, end).join('\n').trim(),
    }),
  )
  const [introduction, ...rest] = sections
  if (introduction === undefined)
    throw new Error('Invalid document: expected a title before the first heading')
  return { title: introduction.heading, introduction: { ...introduction, id: '' }, sections: rest, markdown }
}

/** The renderer. Tables and code can be scrolled by keyboard, and code can be copied. */
function openRenderer() {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  const { escapeHtml } = markdown.utils
  const fence = (text: string) =>
    `<div class="fence"><pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy" data-copy="${text}" hidden>Copy</button></div>\n`
  Object.assign(markdown.renderer.rules, {
    table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
    fence: (tokens: readonly Token[], index: number) =>
      tokens
        .slice(index, index + 1)
        .map(({ content }) => fence(escapeHtml(content.trimEnd())))
        .join(''),
  })
  return markdown
}

/**
 * Removes comments, which mark the generated tables of a document. Raw HTML is disabled, so the parser makes each
 * comment a paragraph of text.
 */
function withoutComments(tokens: readonly Token[]): readonly Token[] {
  const isComment = (token: Token | undefined) =>
    token?.type === 'inline' && token.content.startsWith('<!--') && token.content.endsWith('-->')
  return tokens.filter(
    (token, at) => !isComment(token) && !isComment(tokens[at - 1]) && !isComment(tokens[at + 1]),
  )
}

type Part = {
  readonly heading: Token | undefined
  readonly body: readonly Token[]
  readonly from: number | undefined
  readonly end: number | undefined
}

/** Cuts before each heading of the first and second level. The heading itself is not part of the body. */
function cutAtHeadings(tokens: readonly Token[]): readonly Part[] {
  const starts = tokens.flatMap(({ type, tag }, at) =>
    type === 'heading_open' && (tag === 'h1' || tag === 'h2') ? [at] : [],
  )
  return starts.map((start, at) => {
    const next = starts[at + 1]
    return {
      heading: tokens[start + 1],
      body: tokens.slice(start + 3, next),
      from: lineOf(tokens[start]),
      end: next === undefined ? undefined : lineOf(tokens[next]),
    }
  })
}

function lineOf(token: Token | undefined): number | undefined {
  return token?.map?.[0]
}

/** The words of a heading without marks, its code, and the id that its words make. */
function headingOf(heading: Token | undefined) {
  const children = childrenOf(heading)
  const words = children.map(({ content }) => content).join('')
  const codes = children.filter(({ type }) => type === 'code_inline').map(({ content }) => content)
  return { words, codes, id: headingId(words) }
}

/** The id of a heading as the pages of a repository make it: lower case, hyphens for spaces, no punctuation. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

type Titled = {
  readonly id: string
  readonly words: string
  readonly codes: readonly string[]
  readonly body: readonly Token[]
}

/** The page of each heading, of every level; undefined for the headings of the document's own page. */
function pagesById(
  parts: readonly Titled[],
  { sectionAt }: LinkTargets,
): ReadonlyMap<string, string | undefined> {
  return new Map(
    parts.flatMap(({ id, words: heading, codes, body }) => {
      const page = sectionAt?.({ heading, codes })
      return [id, ...headingsIn(body)].map((one) => [one, page] as const)
    }),
  )
}

function headingsIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ type }, at) => (type === 'heading_open' ? [headingOf(tokens[at + 1]).id] : []))
}

type Linked = LinkTargets & { readonly pages: ReadonlyMap<string, string | undefined> }

/** Gives ids to headings, a scope to column headings, a class to examples and aligned cells, and targets to links. */
function prepareTokens(tokens: readonly Token[], linked: Linked): void {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (token.type === 'heading_open') token.attrSet('id', headingOf(next).id)
    if (token.type === 'th_open') token.attrSet('scope', 'col')
    if (token.type === 'paragraph_open' && isExample(next)) markExample(token, tokens[at + 3])
    if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token)
    if (token.children !== null) token.children = placeLinks(token.children, linked)
  }
}

function childrenOf(inline: Token | undefined): readonly Token[] {
  return inline?.children == null ? [] : inline.children
}

/** Gives a class to the paragraph of an example and to the list below it. */
function markExample(paragraph: Token, after: Token | undefined): void {
  paragraph.attrSet('class', 'example')
  if (after?.type === 'bullet_list_open') after.attrSet('class', 'example')
}

function isExample(inline: Token | undefined): boolean {
  const [mark, words] = childrenOf(inline).filter(({ content, type }) => content !== '' || type === 'em_open')
  return mark?.type === 'em_open' && (words?.content === 'Example.' || words?.content === 'Examples.')
}

/** Aligns cells by a class. The renderer uses a style attribute, which the content security policy forbids. */
function alignByClass(token: Token): void {
  const style = token.attrGet('style')
  if (style === null) return
  token.attrs = token.attrs === null ? null : token.attrs.filter(([name]) => name !== 'style')
  if (String(style).includes('right')) token.attrSet('class', 'number')
}

function placeLinks(children: readonly Token[], linked: Linked): Token[] {
  const placed: Token[] = []
  const open: boolean[] = []
  for (const token of children) {
    if (token.type === 'link_open') {
      const given = token.attrGet('href')
      const href = given === null ? undefined : placeOf(String(given), linked)
      open.push(href !== undefined)
      if (href === undefined) continue
      token.attrSet('href', href)
      if (isOutside(href)) token.attrSet('rel', 'nofollow noopener ugc')
    }
    if (token.type === 'link_close' && open.pop() === false) continue
    placed.push(token)
  }
  return placed
}

function placeOf(href: string, { fileAt, pages }: Linked): string | undefined {
  if (isOutside(href)) return href
  const [file = '', anchor] = href.split('#')
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (file === '') {
    if (anchor === undefined || !pages.has(anchor)) return undefined
    const own = pages.get(anchor)
    return own === undefined ? suffix : `${own}${suffix}`
  }
  const page = fileAt(file)
  return page === undefined ? undefined : `${page}${suffix}`
}

function isOutside(href: string): boolean {
  return href.startsWith('https://') || href.startsWith('http://')
}
