import { type Html, html } from '../markup.ts'

/** The pattern of a chart's unread parts. The stylesheet names it by its id. */
export function hatch(id: string, side = 5): Html {
  return html`<defs><pattern id="${id}" width="${String(side)}" height="${String(side)}" patternUnits="userSpaceOnUse"><path d="M0 ${String(side)}L${String(side)} 0" class="hatch"/></pattern></defs>`
}
