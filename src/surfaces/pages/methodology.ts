import type { Document } from '#views/markup/document.ts'
import {
  concludesWords,
  generalSections,
  type RuleChapter,
  ruleChapters,
  sectionTitle,
} from '#views/site/methodology.ts'
import { METHODOLOGY_PAGE, rulePage } from '#views/site/pages.ts'
import { contents, opening, prose } from './components/prose.ts'
import { section } from './components/section.ts'
import { type Html, html } from './markup.ts'
import { definePage, pageAt } from './page.ts'
import type { Sheet } from './sheet.ts'

const DOCUMENT = 'docs/methodology.md'
const DESCRIPTION =
  'How every conclusion is made: each rule with its version, thresholds and worked examples, and what stays unknown.'

/** How conclusions are made: every rule in force, and what holds for all of them. */
export const methodology = definePage({
  operation: pageAt({
    name: 'methodology',
    path: METHODOLOGY_PAGE,
    summary: 'Get the methodology as a page',
    input: { path: {}, query: {} },
  }),
  menu: 'Methodology',
  address: () => METHODOLOGY_PAGE,
  load: async (_input, { service }) => service.documents.methodology,
  head: () => ({
    title: 'Methodology: every conclusion follows a stated rule',
    description: DESCRIPTION,
    canonical: METHODOLOGY_PAGE,
    alternates: [],
  }),
  body: (document: Document, sheet) => {
    const sections = generalSections(document)
    return html`<h1>How a conclusion is made</h1>
${opening({ section: document.introduction, document: DOCUMENT })}
${rulesOf(ruleChapters(document), sheet)}
<h2>What holds for every rule</h2>
${contents(sections.map((one) => ({ id: one.id, title: sectionTitle(one) })))}
${sections.map((one) => prose({ section: one, document: DOCUMENT }))}`
  },
  markdown: ({ markdown }: Document) => markdown,
  shared: () => ({ title: 'Methodology', lines: [DESCRIPTION] }),
})

function rulesOf(chapters: readonly RuleChapter[], sheet: Sheet): Html {
  const rows = chapters.map(
    (chapter) =>
      html`<li class="row rule" data-rule="${chapter.id}"><a href="${rulePage(chapter.id)}">${chapter.title}</a> <code>${chapter.id}</code> <span class="what">${chapter.text} <span class="kind">Concludes ${concludesWords(chapter)}</span></span></li>`,
  )
  return section(
    {
      id: 'rules',
      title: 'Rules in force',
      answers: 'Which rule makes which conclusion, and by which thresholds? Each has a page.',
      body: html`<ul class="rows">${rows}</ul>`,
    },
    sheet,
  )
}
