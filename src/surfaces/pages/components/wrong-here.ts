import type { EvidenceId } from '#contract/ids.ts'
import { correctionLink } from '#views/site/correction.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** "Something is wrong here": the way to report an error, with the record and the permanent link in it. */
export function wrongHere({ about }: { readonly about?: EvidenceId | string }, sheet: Sheet): Html {
  const page = `${sheet.site.baseUrl}${sheet.address}`
  const href = correctionLink({
    to: sheet.corrections,
    page,
    about: about === undefined ? undefined : `${about}`,
  })
  if (href !== undefined)
    return html`<span class="wrong"><a href="${href}" rel="nofollow">Something is wrong here</a></span>`
  return html`<span class="wrong">Something is wrong here? <a href="/.well-known/security.txt">Reach the operator</a>.</span>`
}
