import { type Instant, toInstant } from '#contract/time.ts'
import { openIds, type Sheet } from '#surfaces/pages/sheet.ts'

/** A sheet for drawing components of a page, by default at 10:00 UTC on 20 November 2026. */
export function aSheet(now: Instant = toInstant('2026-11-20T10:00:00Z')): Sheet {
  return {
    site: { baseUrl: 'https://svc.example' },
    now,
    sandbox: false,
    corrections: undefined,
    address: '/',
    menu: [],
    readings: new Map(),
    nextId: openIds(),
  }
}
