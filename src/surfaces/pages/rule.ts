import { Type } from 'typebox'
import { fail } from '#contract/errors.ts'
import type { InputOf } from '#contract/operation.ts'
import { parsedBy, required } from '#contract/parameters/parameter.ts'
import {
  concludesWords,
  findChapter,
  type RuleChapter,
  ruleChapters,
  ruleMarkdown,
  ruleTitle,
  sectionTitle,
  versionWords,
} from '#views/site/methodology.ts'
import { METHODOLOGY_PAGE, rulePage } from '#views/site/pages.ts'
import {
  LOOK_HEADINGS,
  LOOKS_SAY,
  NO_COLOUR,
  type StatusLook,
  statusLooks,
} from '#views/site/status-looks.ts'
import { prose } from './components/prose.ts'
import { table } from './components/table.ts'
import { type Html, html } from './markup.ts'
import { definePage, type LoadDeps, pageAt } from './page.ts'

const DOCUMENT = 'docs/methodology.md'
const FORM = '^[a-z0-9_]+(\\.[a-z0-9_]+)*(@[0-9]{1,4})?$'
const ID = new RegExp(FORM)

const operation = pageAt({
  name: 'rule',
  path: `${METHODOLOGY_PAGE}/{rule}`,
  summary: 'Get a rule as a page',
  input: {
    path: {
      rule: required({
        schema: Type.String({ pattern: FORM, maxLength: 80 }),
        expected: 'the id of a rule, with or without its version',
        parse: parsedBy((text) => (text.length <= 80 && ID.test(text) ? text : undefined)),
      }),
    },
    query: {},
  },
})

type Loaded = {
  readonly chapter: RuleChapter
  readonly ruleId: string
  readonly others: readonly RuleChapter[]
}

async function load({ rule: ruleId }: InputOf<typeof operation>, { service }: LoadDeps): Promise<Loaded> {
  const { methodology } = service.documents
  const chapter = findChapter(ruleId, methodology)
  if (chapter === undefined) return fail('not_found')
  const others = ruleChapters(methodology).filter(
    ({ id, concludes }) => id !== chapter.id && concludes.some((fact) => chapter.concludes.includes(fact)),
  )
  return { chapter, ruleId, others }
}

/** One rule: its version, its thresholds, and the worked examples and limits that the methodology states. */
export const rule = definePage({
  operation,
  address: ({ rule: ruleId }) => rulePage(ruleId),
  listed: ({ documents }) => ruleChapters(documents.methodology).map(({ id }) => rulePage(id)),
  load,
  head: ({ chapter }) => ({
    title: ruleTitle(chapter),
    description: chapter.text,
    canonical: rulePage(chapter.id),
    alternates: [],
  }),
  body: ({
    chapter,
    ruleId,
    others,
  }: Loaded) => html`<p class="kind"><a href="${METHODOLOGY_PAGE}">Methodology</a></p>
<h1>${chapter.title}</h1>
<div data-rule="${chapter.id}">
${warning(versionWords(ruleId, chapter))}
<p class="lead">${chapter.text}</p>
<dl class="list"><div><dt>Rule in force</dt><dd><code>${chapter.id}</code></dd></div>
<div><dt>Concludes</dt><dd>${concludesWords(chapter)}</dd></div>
${others.length > 0 && html`<div><dt>Rules of the same conclusion</dt><dd>${linksTo(others)}</dd></div>`}</dl>
${looksOf(chapter)}
${sectionsOf(chapter)}
</div>`,
  markdown: ({ chapter }: Loaded) => ruleMarkdown(chapter),
  shared: ({ chapter }: Loaded) => ({ title: chapter.title, lines: [chapter.id, chapter.text] }),
})

function warning(words: string | undefined): Html | undefined {
  return words === undefined ? undefined : html`<p class="warning" role="note">${words}</p>`
}

function linksTo(chapters: readonly RuleChapter[]): Html {
  const items = chapters.map(
    ({ id, title }) => html`<li><a href="${rulePage(id)}" data-rule="${id}">${title}</a></li>`,
  )
  return html`<ul class="inline">${items}</ul>`
}

/** How each value of a concluded status is shown. */
function looksOf(chapter: RuleChapter): Html | undefined {
  const rows = statusLooks(chapter)
  if (rows.length === 0) return undefined
  const [value, word, colour] = LOOK_HEADINGS
  const columns = [
    { heading: value, cell: (look: StatusLook) => html`<code>${look.value}</code>` },
    {
      heading: word,
      cell: (look: StatusLook) => wordOf(look),
    },
    { heading: colour, cell: (look: StatusLook) => look.colour },
  ]
  return html`${table({ caption: LOOKS_SAY, columns, rows })}`
}

function wordOf({ value, words, colour }: StatusLook): Html {
  if (colour === NO_COLOUR) return html`${words}`
  return html`<span class="status ${value.toLowerCase()}">${words}</span>`
}

function sectionsOf({ sections }: RuleChapter): readonly Html[] {
  return sections.map((one) => prose({ section: one, document: DOCUMENT, title: sectionTitle(one) }))
}
