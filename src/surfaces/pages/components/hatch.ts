import { type Html, html } from '../markup.ts'

/** The pattern of a chart's unread parts. The stylesheet names it by its id. */
export function hatch(id: string, side = 5): Html {
  return html`<defs><pattern id="${id}" width="${String(side)}" height="${String(side)}" patternUnits="userSpaceOnUse"><path d="M0 ${String(side)}L${String(side)} 0" class="hatch"/></pattern></defs>`
}

/** Patterns that tell statuses apart where colours are forced. */
export function statusPatterns(): Html {
  return html`<defs><pattern id="upright" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M1 0v4" class="mark"/></pattern><pattern id="level" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 1h4" class="mark thin"/></pattern><pattern id="dotted" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M1 2h2" class="mark"/></pattern></defs>`
}
