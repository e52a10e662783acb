import type { Receipt } from '#contract/shapes/receipt.ts'
import type { Instant } from '#contract/time.ts'
import { happened } from '#views/evidence/happened.ts'
import { receiptWords } from '#views/evidence/receipt-words.ts'
import { receiptPage } from '#views/site/pages.ts'
import { instantWords } from '#views/words/clocks.ts'
import { listWordsFirst } from '#views/words/figures.ts'
import { ESTABLISHED_WORDS, sourcePlace } from '#views/words/sources.ts'
import { clock, day } from '../components/clock.ts'
import { linkOut, named, quote } from '../components/quote.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ReceiptAnswers } from './answers.ts'

/** What was seen, in a few words, and whether it still stands. */
export function receiptIntroduction({ receipt, resting }: ReceiptAnswers, sheet: Sheet): Html {
  const { id, project, claim } = receipt
  const { kind, words, said } = receiptWords(receipt, sheet.now)
  return html`<p class="answers">Receipt${project !== undefined && html` of <a href="${`/projects/${project.slug}`}">${named(project.name)}</a>`}</p>
<h1><span data-evidence="${inAttribute(id)}">${kind}${words !== undefined && html` ${words}`}${said !== undefined && html`: ${quote(said)}`}</span></h1>
${receipt.withdrawn ? withdrawnOf(receipt, sheet) : html`<p class="lead">${claim === 'DERIVED' ? 'Derived: the service concluded this by a rule.' : 'Fact: the service recorded this with its source.'}</p>`}
${resting?.replacedBy != null && html`<p class="warning">It was true then. <a href="${receiptPage(resting.replacedBy)}">A later record</a> took its place.</p>`}`
}

function withdrawnOf({ id, project, withdrawnReason, withdrawnAt }: Receipt, sheet: Sheet): Html {
  if (project === undefined)
    return html`<p class="lead">This record is withdrawn, so that nothing rests on it. It may not name what it recorded.</p>`
  return html`<p class="lead" data-evidence="${inAttribute(id)}">Withdrawn${withdrawnAt !== undefined && html` ${clock({ at: withdrawnAt, as: 'day', before: 'on' }, sheet)}`}: ${quote(withdrawnReason ?? 'no reason is recorded')}. Nothing rests on it any more.</p>`
}

/** When and where: the clocks and the source of the record. */
export function clocksOf({ receipt }: ReceiptAnswers, sheet: Sheet): Html | undefined {
  const { id, withdrawn, claim, observedAt, detectedAt } = receipt
  if (withdrawn) return undefined
  const read = claim === 'DERIVED' ? 'Concluded' : 'Read'
  return html`<dl class="list strip" data-evidence="${inAttribute(id)}">
<div><dt>Happened</dt><dd>${happenedOf(receipt, sheet)}</dd></div>
<div><dt>${read}</dt><dd>${timeOf(observedAt, sheet)}</dd></div>
<div><dt>First known</dt><dd>${timeOf(detectedAt, sheet)}</dd></div>
${sourceOf(receipt)}
</dl>`
}

function timeOf(at: Instant | null | undefined, sheet: Sheet): Html {
  if (at == null) return html`<span data-unknown="NOT_RECORDED">not recorded</span>`
  return html`${instant(at)} ${clock({ at, as: 'age' }, sheet)}`
}

/** When it happened, as exactly as it is dated. */
function happenedOf(receipt: Receipt, sheet: Sheet): Html {
  const when = happened(receipt)
  switch (when?.kind) {
    case undefined:
      return html`<span data-unknown="NOT_RECORDED">no outside source dates it</span>`
    case 'instant':
      return timeOf(when.at, sheet)
    case 'day':
      return day(when.day)
    case 'days':
      return html`${day(when.from)} to ${day(when.to)}`
    case 'week':
      return html`week of ${day(when.week)} <span class="clock">newest commit ${instant(when.newest)}</span>`
    case 'between':
      return html`between ${instant(when.from)} and ${instant(when.to)} <span class="clock">two readings; no block dates it</span>`
  }
}

function instant(at: Instant): Html {
  return html`<time datetime="${inAttribute(at)}">${instantWords(at)}</time>`
}

function sourceOf(receipt: Receipt): Html {
  const { kind, id, source } = receipt
  if (source == null) return html`<div><dt>Source</dt><dd>${withoutSource(receipt)}</dd></div>`
  const { url, locator, establishedBy, establishedUrl } = source
  const link =
    kind === 'source' || source.id === id
      ? undefined
      : html` <a class="receipt" href="${receiptPage(source.id)}">receipt</a>`
  return html`<div><dt>Source</dt><dd>${listWordsFirst(source.kind)} ${url === null ? named(sourcePlace(source)) : linkOut({ href: url, words: locator })}${link}</dd></div>
<div><dt>How it is the project's</dt><dd>${ESTABLISHED_WORDS[establishedBy]}${establishedUrl !== null && html` <span class="clock">by ${linkOut({ href: establishedUrl, words: establishedUrl })}</span>`}</dd></div>`
}

/** What a record without a source rests on. */
function withoutSource({ claim, kind, recorded }: Receipt): string {
  if (claim === 'DERIVED') {
    if (lengthOf(recorded?.['evidence']) !== 0) return 'the records that its rule names below'
    const isKnown = lengthOf(recorded?.['unknownInputs']) === 0
    return isKnown ? 'no record; its rule found none' : 'no record; what its rule needs is unknown'
  }
  return kind === 'narrative' && recorded?.['by'] === 'operator'
    ? "the operator's own assignment in the catalogue"
    : 'a statement that the catalogue quotes'
}

function lengthOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined
}
