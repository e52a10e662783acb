import type { EvidenceId } from '#contract/ids.ts'

/** The page of a receipt. Addresses of pages are paths of the same origin. */
export function receiptPage(id: EvidenceId): string {
  return `/evidence/${encodeURIComponent(id)}`
}
