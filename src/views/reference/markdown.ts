import { markdownLink, markdownTable, markdownText } from '../markup/markdown.ts'
import type { Site } from '../site/links.ts'
import { type Part, type ReferencePage, type Tried, type Word, type Words, wordsOf } from './parts.ts'

/** A page of the reference as Markdown. */
export function referenceMarkdown(page: ReferencePage, site: Site): string {
  const { heading, line, says, sections } = page
  return [
    `# ${markdownText(heading)}`,
    ...(line === undefined ? [] : ['', `\`${line}\``]),
    '',
    wordsIn(wordsOf(says), site),
    ...sections.flatMap(({ title, answers, parts }) => [
      '',
      `## ${markdownText(title)}`,
      ...(answers === undefined ? [] : ['', markdownText(answers)]),
      ...parts.flatMap((part) => ['', ...linesOf(part, site)]),
    ]),
    '',
  ].join('\n')
}

function linesOf(part: Part, site: Site): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [wordsIn(part.words, site)]
    case 'heading':
      return [`### ${markdownText(part.words)}`]
    case 'list':
      return part.items.map((words) => `- ${wordsIn(words, site)}`)
    case 'code':
      return [`${part.label}:`, '', `\`\`\`${part.language}`, part.text, '```']
    case 'table':
      return markdownTable(
        part.headings,
        part.rows.map((cells) => cells.map((cell) => wordsIn(cell, site).replaceAll('|', '\\|'))),
      )
    case 'form':
      return [requestIn(part.form, site)]
  }
}

function requestIn({ address }: Tried, { baseUrl }: Site): string {
  return `Ask <${baseUrl}${address}>.`
}

function wordsIn(words: Words, site: Site): string {
  return words.map((word) => wordIn(word, site)).join('')
}

function wordIn(word: Word, site: Site): string {
  if (typeof word === 'string') return markdownText(word)
  if ('code' in word) return `\`${word.code}\``
  if ('aside' in word) return ` (${wordsIn(word.aside, site)})`
  const words = word.isCode === true ? `\`${word.words}\`` : markdownText(word.words)
  return markdownLink(words, word.href.startsWith('/') ? `${site.baseUrl}${word.href}` : word.href)
}
