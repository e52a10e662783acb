import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { type Html, html } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'
import { lastShip } from './last-ship.ts'
import { named } from './quote.ts'
import { statusMark } from './status.ts'

/** A project in a list: its name, its status, and its last ship. */
export function projectRow(card: ProjectCard, sheet: Sheet): Html {
  const { slug, name, status: state, statusLabel: label } = card
  const shown = statusMark({ status: state, label, basis: notedBasis(card, 'status', sheet) }, sheet)
  const last = lastShip(
    { ship: card.lastShip, status: state, basis: notedBasis(card, 'lastShip', sheet) },
    sheet,
  )
  return html`<li class="row project"><a class="name" href="${`/projects/${slug}`}">${named(name)}</a> ${shown} <span class="what">${last}</span></li>`
}
