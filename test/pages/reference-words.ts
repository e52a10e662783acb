import type { Part, ReferencePage, Word, Words } from '#views/reference/parts.ts'

/** Words of the reference as one line: code between backticks, a link with its address, secondary words in brackets. */
export function lineOf(words: Words): string {
  return words.map(textOf).join('')
}

function textOf(word: Word): string {
  if (typeof word === 'string') return word
  if ('aside' in word) return ` (${lineOf(word.aside)})`
  if ('code' in word) return `\`${word.code}\`${word.id === undefined ? '' : `{#${word.id}}`}`
  return `[${word.isCode === true ? `\`${word.words}\`` : word.words}](${word.href})`
}

/** A part of the reference as lines. The lines of a table begin with its caption and its headings. */
export function linesOfPart(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [lineOf(part.words)]
    case 'heading':
      return [`### ${part.words}{#${part.id}}`]
    case 'list':
      return part.items.map((words) => `- ${lineOf(words)}`)
    case 'code':
      return [`${part.label} (${part.language}): ${part.text}`]
    case 'table':
      return [
        `${part.caption}: ${part.headings.join(', ')}`,
        ...part.rows.map((cells) => cells.map(lineOf).join(' | ')),
      ]
    case 'form':
      return [`form: ${part.form.address}`]
  }
}

/** The lines of a section of a page. */
export function linesOfSection(page: ReferencePage | undefined, section: string): readonly string[] {
  const found = page?.sections.find(({ id }) => id === section)
  if (found === undefined) throw new Error(`the page has no section ${section}`)
  return found.parts.flatMap(linesOfPart)
}

/** The id, the title and the answer of each section of a page. */
export function sectionsOf(page: ReferencePage | undefined): readonly (readonly string[])[] {
  return (page?.sections ?? []).map(({ id, title, answers }) =>
    answers === undefined ? [id, title] : [id, title, answers],
  )
}
