import { CHAIN_ID, ZERO_ADDRESS } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { loadCardEvidence } from '#records/card-evidence.ts'
import { nothingFound, scanCard } from '#views/scan-card.ts'
import type { ReadDeps } from './deps.ts'

export async function readScan(input: Input<'scan'>, deps: ReadDeps): Promise<Output<'scan'>> {
  const { token: address, integration } = input
  const chainId = input.chain === undefined ? CHAIN_ID : input.chain
  if (chainId !== CHAIN_ID) return nothingFound({ chainId, address }, 'unsupported_chain')
  if (address === ZERO_ADDRESS) return nothingFound({ chainId, address }, 'not_a_token')
  const record = await loadCardEvidence({ chainId, address }, deps.reader)
  if (record === undefined) return nothingFound({ chainId, address }, 'unpublished')
  return scanCard({ address, integration, record }, deps)
}
