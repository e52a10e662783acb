import { expect, test } from 'vitest'
import { RULE_BOOK } from '#domain/rule-book.ts'
import { DOCUMENTS } from '#test/service/http-service.ts'
import type { DocumentSection } from '../markup/document.ts'
import {
  concludesWords,
  findChapter,
  generalSections,
  ruleChapters,
  ruleMarkdown,
  sectionTitle,
  versionWords,
} from './methodology.ts'
import { LOOKS_SAY } from './status-looks.ts'

const { methodology } = DOCUMENTS

test('every rule in force has a section of the methodology', () => {
  const chapters = ruleChapters(methodology)
  expect(chapters.map(({ id }) => id)).toEqual(RULE_BOOK.map(({ id }) => id))
  expect(chapters.filter(({ sections }) => sections.length === 0)).toEqual([])
})

test('every section is on the page of the methodology or of a rule, except the table of rules', () => {
  const shown = new Set([
    ...generalSections(methodology),
    ...ruleChapters(methodology).flatMap(({ sections }) => sections),
  ])
  const left = methodology.sections.filter((section) => !shown.has(section))
  expect(left.map(({ heading }) => heading)).toEqual(['Rules in force'])
})

test.each([
  ['activity.status', 'activity.status@6', 'Activity', undefined],
  ['activity.status@2', 'activity.status@6', 'Activity', /^You asked for version 2 .* Version 6 is in force/],
  ['activity.status@6', 'activity.status@6', 'Activity', undefined],
  ['chain.day', 'chain.day@1', 'Chain by day', undefined],
])('%s is the rule %s, in the section %s', (asked, id, title, words) => {
  const chapter = findChapter(asked, methodology)
  if (chapter === undefined) throw new Error('no such rule')
  expect(chapter.id).toBe(id)
  expect(chapter.sections.map(sectionTitle)).toEqual([title])
  if (words === undefined) expect(versionWords(asked, chapter)).toBeUndefined()
  else expect(versionWords(asked, chapter)).toMatch(words)
  expect(ruleMarkdown(chapter)).toMatch(/_Examples?\._/)
})

test('a rule as Markdown has its heading, its text, what it concludes, and its sections', () => {
  const chapter = findChapter('activity.status', methodology)
  if (chapter === undefined) throw new Error('no such rule')
  const [heading, text, concludes, looks, table, section] = ruleMarkdown(chapter).split('\n\n')
  expect([heading, text]).toEqual([`# ${chapter.title}: \`${chapter.id}\``, chapter.text])
  expect(concludes).toBe('Concludes: `activity.status`')
  expect([looks, table?.split('\n')[0]]).toEqual([LOOKS_SAY, '| Value | Word | Colour |'])
  expect(section).toMatch(/^## Activity/)
  expect(ruleMarkdown(chapter)).toMatch(/\S\n\n$/)
  expect(concludesWords(chapter)).toBe('activity status')
})

test.each([
  ['Activity: `activity.status@6`', 'Activity', ['activity.status@6']],
  ['Two rules (`a.b@1`, `c.d@2`)', 'Two rules', ['a.b@1', 'c.d@2']],
  ['The file `package.json`', 'The file package.json', ['package.json']],
  ['Sources', 'Sources', []],
])('the title of the section “%s” is “%s”', (markdown, title, codes) => {
  const heading = markdown.replaceAll('`', '')
  expect(sectionTitle({ heading, codes } as unknown as DocumentSection)).toBe(title)
})

test('a name of no rule has no page', () => {
  expect(findChapter('toString', methodology)).toBeUndefined()
})
