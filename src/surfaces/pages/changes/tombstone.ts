import type { ChangeEvent } from '#contract/shapes/change.ts'
import { clock } from '../components/clock.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** A retraction: an entry that is gone. It names nothing but the id of the entry. */
export function tombstone({ id, recordedAt }: ChangeEvent, sheet: Sheet): Html {
  return html`<li class="row aside" data-unknown="WITHHELD">${clock({ at: recordedAt, as: 'age' }, sheet)} <span class="what">Retracted: an entry that was here is no longer public. <span class="kind"><code>${id}</code></span></span></li>`
}
