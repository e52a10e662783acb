import { known } from '#contract/known.ts'
import type {
  Part,
  ReferencePage,
  ReferenceRow,
  ReferenceSection,
  Word,
  Words,
} from '#views/reference/parts.ts'
import { firstSentence, wordsOf } from '#views/reference/parts.ts'
import { copy } from '../components/address.ts'
import { contents } from '../components/prose.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { tryForm } from './try-form.ts'

/** The body of a page of the reference. Numbers in it belong to the contract and are no figures of records. */
export function referenceBody(page: ReferencePage, sheet: Sheet): Html {
  const { above, heading, line, sections } = page
  const { lead, rest } = firstSentence(page.says)
  return html`<div class="reference" data-document="openapi.json"><nav class="kind" aria-label="Above">${above.map(({ href, words }, at) => html`${at > 0 && ' / '}<a href="${href}">${words}</a>`)}</nav>
<h1>${brokenAtDots(heading)}</h1>
${line !== undefined && html`<p class="asked"><code>${line}</code></p>`}
<p class="lead">${shownWords(wordsOf(lead))}</p>
${rest !== '' && html`<p>${shownWords(wordsOf(rest))}</p>`}
${contents(sections)}
${sections.map((one) => sectionOf(one, sheet))}</div>`
}

/** The name of an event type, which a narrow page breaks after its dot. */
function brokenAtDots(heading: string): readonly (Html | string)[] {
  return heading.split(/(?<=\.)/).flatMap((part, at) => (at === 0 ? [part] : [html`<wbr>`, part]))
}

function sectionOf({ id, title, answers, parts }: ReferenceSection, sheet: Sheet): Html {
  return section({ id, title, ...known({ answers }), body: html`${parts.map(shownPart)}` }, sheet)
}

/** Languages of code that a reader runs. Other code, such as an answer, has no copy button. */
const COPIED = new Set(['sh', 'js', 'ts', 'python', 'go', 'java', 'rust'])

function shownPart(part: Part): Html {
  switch (part.kind) {
    case 'text':
      return html`<p>${shownWords(part.words)}</p>`
    case 'heading':
      return html`<h3 id="${part.id}">${part.words}</h3>`
    case 'list':
      return html`<ul>${part.items.map((words) => html`<li>${shownWords(words)}</li>`)}</ul>`
    case 'code':
      return html`<div class="fence"><p class="kind">${part.label}</p><pre tabindex="0" aria-label="${part.label}"><code>${part.text}</code></pre>${COPIED.has(part.language) && copy(part.text)}</div>`
    case 'table':
      return table({
        caption: part.caption,
        columns: part.headings.map((heading, at) => ({
          heading,
          cell: (cells: ReferenceRow) => html`${shownWords(cells[at] ?? [])}`,
        })),
        rows: part.rows,
      })
    case 'form':
      return tryForm(part.form)
  }
}

function shownWords(words: Words): readonly (Html | string)[] {
  return words.map(shownWord)
}

function shownWord(word: Word): Html | string {
  if (typeof word === 'string') return word
  if ('aside' in word) return html`<span class="aside">${shownWords(word.aside)}</span>`
  if ('code' in word)
    return word.id === undefined
      ? html`<code>${word.code}</code>`
      : html`<code id="${word.id}">${word.code}</code>`
  const { href, words, isCode } = word
  return html`<a href="${href}">${isCode === true ? html`<code>${words}</code>` : words}</a>`
}
