import type { EvidenceId } from '#contract/ids.ts'

/** The page of a receipt. Addresses of pages are paths of the same origin. */
export function receiptPage(id: EvidenceId): string {
  return `/evidence/${encodeURIComponent(id)}`
}

/** The page that lists every rule, with the sections that belong to no single rule. */
export const METHODOLOGY_PAGE = '/methodology'

/** The page of a rule, for an id with or without its version: `activity.status@3` is at `/methodology/activity.status`. */
export function rulePage(rule: string): string {
  const [name = ''] = rule.split('@')
  return `${METHODOLOGY_PAGE}/${encodeURIComponent(name)}`
}

/** The start page for developers. */
export const DEVELOPERS_PAGE = '/developers'

/** The page of a guide for developers. */
export function guidePage(guide: string): string {
  return `${DEVELOPERS_PAGE}/${guide}`
}
