import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fault, unreadable } from '../json-answer.ts'
import { addressAt } from '../provider-locator.ts'
import { collectedSource } from '../verified-source/collected.ts'
import { askExplorer, type BlockscoutDeps, PROVIDER } from './rest.ts'
import { parseContractSource } from './source.ts'

/** Verified source of a contract at the chain's explorer. */
export const blockscoutContract: Collector<BlockscoutDeps> = {
  kind: 'explorer',
  stream: 'verified_source',
  provider: PROVIDER,
  cadenceSeconds: 6 * 3600,
  coverage: 'snapshot',
  collect: collectContract,
}

async function collectContract(leased: StreamToRead, deps: BlockscoutDeps): Promise<Collected> {
  const contract = addressAt(leased.locator, PROVIDER)
  if (contract === undefined) return fault('no address in the locator').collected
  const answer = await askExplorer(`/smart-contracts/${contract}`, deps)
  if (answer.kind === 'failed') return answer.collected
  if (answer.kind === 'missing') return { outcome: 'missing', detail: `no such contract (${answer.status})` }
  const source = parseContractSource(answer.value)
  if (source === undefined) return unreadable('the answer describes no contract').collected
  return collectedSource({ answer: source, contract, provider: PROVIDER, digest: answer.digest }, leased)
}
