import type { Collected, Collector } from '../collector.ts'
import type { ParserThread } from '../parser-thread/parser-thread.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import { collectedSource } from '../verified-source/collected.ts'
import { type BlockscoutDeps, PROVIDER, requestExplorer } from './rest.ts'

type ContractDeps = BlockscoutDeps & { readonly parserThread: ParserThread }

/** Verified source of a contract at the chain's explorer. */
export const blockscoutContract: Collector<ContractDeps> = {
  kind: 'explorer',
  stream: 'verified_source',
  provider: PROVIDER,
  cadenceSeconds: 6 * 3600,
  coverage: 'present_state',
  collect: atAddressOf(PROVIDER, collectContract),
}

async function collectContract(
  { leased, address: contract }: AddressedStream,
  deps: ContractDeps,
): Promise<Collected> {
  const answer = await requestExplorer(`/smart-contracts/${contract}`, deps)
  if (answer.kind === 'failed') return answer.collected
  if (answer.kind === 'missing')
    return { outcome: 'missing', detail: `no such contract (${answer.status})`, position: {} }
  const source = await deps.parserThread.parse('blockscout_source', answer.value)
  return collectedSource({ answer: source, contract, provider: PROVIDER, digest: answer.digest }, leased)
}
