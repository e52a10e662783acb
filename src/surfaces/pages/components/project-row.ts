import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { basisOf } from '../basis.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock } from './clock.ts'
import { named, quote } from './quote.ts'
import { status } from './status.ts'

/** A project in a list: its name, its status, and its last ship. */
export function projectRow(card: ProjectCard, sheet: Sheet): Html {
  const { slug, name, status: state, statusLabel, lastShip, claims = {} } = card
  const shown = status({ status: state, label: statusLabel, basis: basisOf(claims['status']) }, sheet)
  const last =
    lastShip === undefined
      ? undefined
      : html`<span data-evidence="${inAttribute(lastShip.evidenceId)}">${quote(lastShip.title)}${lastShip.occurredAt !== undefined && html` ${clock({ at: lastShip.occurredAt, as: 'age' }, sheet)}`}</span>`
  return html`<li class="row project"><a class="name" href="${`/projects/${slug}`}">${named(name)}</a> ${shown} <span class="what">${last}</span></li>`
}
