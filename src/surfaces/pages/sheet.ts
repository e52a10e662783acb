import type { Instant } from '#contract/time.ts'
import type { Site } from '#views/site/links.ts'
import type { Readings } from '#views/status/readings.ts'

/** The settings with which every part of a page is drawn, besides the part's own data. */
export type Sheet = {
  readonly site: Site
  /** The service's time at the request. Words about age count from it; it is never shown. */
  readonly now: Instant
  readonly sandbox: boolean
  /** The address for reports of an error, with `mailto:` or `https:`; undefined where none is configured. */
  readonly corrections: string | undefined
  /** The path of the page, with its query. */
  readonly address: string
  readonly menu: readonly MenuLink[]
  /** How well the projects of the page are read; empty for a page that does not load it. */
  readonly readings: Readings
  /** A new id for an element of the document. */
  readonly nextId: () => string
}

export type MenuLink = { readonly words: string; readonly href: string }

/** The readings of a page that loads none. */
export const NO_READINGS: Readings = new Map()

/** The ids of a document: `f1`, `f2` and so on, the same for the same content. */
export function openIds(): () => string {
  let last = 0
  return () => {
    last += 1
    return `f${last}`
  }
}

/** A site whose addresses are paths of this origin, for links inside a page. */
export const HERE: Site = { baseUrl: '' }
