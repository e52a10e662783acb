import type { SourceKind } from '#contract/enums.ts'
import { parseAddress } from '#contract/ids.ts'
import type { ContractRole } from '#domain/contracts/records.ts'
import { saveContracts, saveProxyReading } from '#records/contracts/contracts.ts'
import type { Collector } from '../collector.ts'
import { readHead } from './head.ts'
import { readProxy } from './proxy-reading.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'

/** The proxy pattern of a declared contract. */
export const contractProxy = proxyOf('contract')
/** The proxy pattern of a token. */
export const tokenProxy = proxyOf('token')

/** The role of a source's contract in its project. */
export function roleOf(kind: SourceKind): ContractRole {
  return kind === 'token' ? 'token' : 'declared'
}

function proxyOf(kind: Extract<SourceKind, 'contract' | 'token'>): Collector<ChainDeps> {
  return {
    kind,
    stream: 'proxy',
    provider: CHAIN_PROVIDER,
    cadenceSeconds: 6 * 3600,
    coverage: 'snapshot',
    collect: answering(async (leased, { chain }) => {
      const address = parseAddress(leased.locator)
      if (address === undefined) return { outcome: 'error', detail: 'the locator is no address' }
      const { safe } = await readHead(chain)
      const at = { address, block: safe.number }
      if ((await chain.code(at)) === '0x') return { outcome: 'missing', detail: 'no contract there' }
      const proxy = await readProxy(at, chain)
      const { projectId, sourceId } = leased
      const seen = { address, role: roleOf(kind), deployer: null, creation: null, settled: false }
      return {
        outcome: 'fresh',
        save: async (writer, { now }) => {
          await saveContracts({ contracts: [seen], projectId, sourceId, now }, writer)
          await saveProxyReading({ address, projectId, proxy, now }, writer)
        },
      }
    }),
  }
}
