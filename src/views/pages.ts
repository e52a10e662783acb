import { CHAIN_ID, type ContractAddress, type EvidenceId } from '#contract/ids.ts'

/** The page of a receipt. Addresses of pages are paths of the same origin. */
export function receiptPage(id: EvidenceId): string {
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
