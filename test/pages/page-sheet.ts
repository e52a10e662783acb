import { type Instant, toInstant } from '#contract/time.ts'
import { openIds, type Sheet } from '#surfaces/pages/sheet.ts'

/** What components of a page are drawn on, at ten o'clock on 20 November or another time. */
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
