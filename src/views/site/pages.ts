import { CHAIN_ID, type ContractAddress, type EvidenceId } from '#contract/ids.ts'

/** The page of a receipt. Addresses of pages are paths of the same origin. */
export function receiptPage(id: EvidenceId): `/evidence/${string}` {
  return `/evidence/${encodeURIComponent(id)}`
}

/** The page of a contract of a published project. */
export function contractPage(address: ContractAddress): string {
  return `/contracts/${CHAIN_ID}/${address}`
}

/** The page of a token, which answers for every address. */
export function tokenPage(address: ContractAddress, chainId: number = CHAIN_ID): string {
  return `/token/${chainId}/${address}`
}

/** The page that lists every rule, with the sections that belong to no single rule. */
export const METHODOLOGY_PAGE = '/methodology'

/**
 * The page of a rule, for an id with or without its version: `activity.status@6` is at `/methodology/activity.status`.
 */
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

/** The page of a person's own account. */
export const ACCOUNT_PAGE = '/account'
