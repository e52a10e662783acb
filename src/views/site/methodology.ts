import { RULE_BOOK } from '#domain/rule-book.ts'
import type { Document, DocumentSection } from '../markup/document.ts'
import { listWords } from '../words/figures.ts'
import { looksMarkdown } from './status-looks.ts'

/** A rule in force with the sections of the methodology that describe it. */
export type RuleChapter = {
  /** The id with its version, for example `activity.status@6`. */
  readonly id: string
  /** The id without its version. */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly concludes: readonly string[]
  /** The rule with its thresholds, in one to three sentences. */
  readonly text: string
  /** The sections with the id of the rule in their heading, or else the sections of rules that mention it. */
  readonly sections: readonly DocumentSection[]
}

/** The heading of the section that pages leave out, because they have a table of the rules in force. */
const LISTED = 'Rules in force'

/** Every rule in force, by id. */
export function ruleChapters(methodology: Document): readonly RuleChapter[] {
  return RULE_BOOK.map(({ id, title, concludes, text }) => {
    const [name = '', version = ''] = id.split('@')
    return { id, name, version, title, concludes, text, sections: sectionsOf(id, methodology) }
  })
}

/** The rule of a name, with or without a version; undefined where no rule has the name. */
export function findChapter(ruleId: string, methodology: Document): RuleChapter | undefined {
  const [name] = ruleId.split('@')
  return ruleChapters(methodology).find((chapter) => chapter.name === name)
}

/** The sections that belong to no single rule. */
export function generalSections({ sections }: Document): readonly DocumentSection[] {
  return sections.filter(({ codes, heading }) => heading !== LISTED && !codes.some(isRule))
}

/** The heading of a section without the ids of its rules. */
export function sectionTitle({ heading, codes }: DocumentSection): string {
  const ids = codes.filter(isRule)
  const [first] = ids
  const end = first === undefined ? -1 : heading.indexOf(first)
  return withoutEnd(end === -1 ? heading : heading.slice(0, end))
}

/** The characters between the title of a section and the ids of its rules. */
const BETWEEN = ' :('

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && BETWEEN.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The title of a rule's page: the title and the id of the rule. */
export function ruleTitle({ title, id }: RuleChapter): string {
  return `${title}: how ${id} concludes`
}

/** The note on a rule version that is not in force; undefined for the version in force. */
export function versionWords(ruleId: string, { version, name }: RuleChapter): string | undefined {
  const [, given] = ruleId.split('@')
  if (given === undefined || given === version) return undefined
  return `You asked for version ${given} of ${name}. Version ${version} is in force. A conclusion keeps the version that made it; where the two differ, the text says what the earlier version did.`
}

/** A rule as Markdown: its text, and the sections of the methodology that describe it. */
export function ruleMarkdown(chapter: RuleChapter): string {
  const { id, title, concludes, text, sections } = chapter
  return [
    `# ${title}: \`${id}\``,
    text,
    `Concludes: ${concludes.map((fact) => `\`${fact}\``).join(', ')}`,
    ...looksMarkdown(chapter),
    ...sections.map(({ markdown }) => markdown),
    '',
  ].join('\n\n')
}

/** The facts that a rule concludes, in words. */
export function concludesWords({ concludes }: RuleChapter): string {
  return new Intl.ListFormat('en-US').format(concludes.map(listWords))
}

function sectionsOf(id: string, { sections }: Document): readonly DocumentSection[] {
  const headed = sections.filter(({ codes }) => codes.includes(id))
  if (headed.length > 0) return headed
  return sections.filter(({ codes, markdown }) => codes.some(isRule) && markdown.includes(`\`${id}\``))
}

function isRule(code: string): boolean {
  return code.includes('@')
}
