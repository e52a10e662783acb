import type { CoverageDimension, CoverageState } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { NOT_EVALUATED } from '#views/words/building.ts'
import { REASON_WORDS, unmeasuredWords, whyNoValue } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock } from './clock.ts'

/** The basis of a section: whether it is measured, and when it was read. The dimension gives the reason its words. */
type Coverage = {
  readonly dimension?: CoverageDimension
  readonly state: CoverageState
  readonly observedAt?: Instant | undefined
  /** False before the first evaluation of the project. */
  readonly isEvaluated?: boolean
}

/** A section: its heading, what it answers in one line, and how well it is read. */
export function section(
  of: {
    readonly id: string
    readonly title: string
    readonly answers?: string
    readonly coverage?: Coverage
    readonly quiet?: boolean
    readonly body: Html
  },
  sheet: Sheet,
): Html {
  const { id, title, answers, coverage, quiet = false, body } = of
  return html`<section id="${id}" aria-labelledby="${`${id}-title`}"${quiet && html` class="context"`}>
<h2 id="${`${id}-title`}"><a href="#${id}">${title}</a></h2>
${(answers !== undefined || coverage !== undefined) && html`<p class="answers">${answers}${coverage !== undefined && html` ${coverageWords(coverage, sheet)}`}</p>`}
${body}
</section>`
}

function coverageWords(coverage: Coverage, sheet: Sheet): Html {
  const { state, observedAt } = coverage
  if (state !== 'MEASURED') {
    const reason = reasonOf(coverage)
    return html`<span class="figure unknown" data-unknown="${state}"><span class="mark" aria-hidden="true">?</span> ${reason}</span>`
  }
  if (observedAt === undefined) return html``
  return html`<span data-rule="${ruleInForce('coverage')}">${clock({ at: observedAt, as: 'age', before: 'Read' }, sheet)}.</span>`
}

function reasonOf({ dimension, state, isEvaluated = true }: Coverage): string {
  if (!isEvaluated && state === 'NOT_ENOUGH_YET') return NOT_EVALUATED.words
  return dimension === undefined
    ? REASON_WORDS[whyNoValue(state)]
    : unmeasuredWords(dimension, whyNoValue(state))
}
