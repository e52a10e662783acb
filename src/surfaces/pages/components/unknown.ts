import { REASON_WORDS } from '#views/words/figures.ts'
import type { Basis } from '../basis.ts'
import { missing } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { accounted, accountOf } from './account.ts'

/**
 * A figure that is not known: the mark of unknown, and the reason in words. When the question does not arise, only the
 * words are shown, because that much is known.
 */
export function unknownMark(
  of: { readonly name: string; readonly basis: Basis; readonly field?: string },
  sheet: Sheet,
): Html {
  const { name, field } = of
  const basis = of.basis.kind === 'unknown' ? of.basis : missing('NOT_RECORDED')
  const id = sheet.nextId()
  const { words, isOutside = false } = basis.why ?? { words: REASON_WORDS[basis.reason] }
  if (isOutside)
    return html`<span class="figure" ${accounted(basis)}${field !== undefined && html` data-field="${field}"`}><button type="button" popovertarget="${id}">${words}</button><span class="account" id="${id}" popover><strong>${name}</strong> ${accountOf(basis, sheet)}</span></span>`
  return html`<span class="figure unknown" ${accounted(basis)}${field !== undefined && html` data-field="${field}"`}><button type="button" popovertarget="${id}"><span class="mark" aria-hidden="true">?</span> unknown</button> <span class="clock">${words}</span><span class="account" id="${id}" popover><strong>${name}</strong> ${accountOf(basis, sheet)}</span></span>`
}
