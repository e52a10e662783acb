import type { SourceKind } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ContractRole, ProxyReading } from '#domain/contracts/records.ts'
import { saveContracts, saveProxyReading } from '#records/contracts/contracts.ts'
import type { Writer } from '#records/database.ts'
import type { Collector, StreamToRead } from '../collector.ts'
import { atOwnContract } from './held-contract.ts'
import { readProxy } from './proxy-reading.ts'
import { CHAIN_PROVIDER, type ChainDeps } from './reading.ts'
import { isContract } from './state.ts'

/** The proxy pattern of a declared contract. */
export const contractProxy: Collector<ChainDeps> = {
  kind: 'contract',
  stream: 'proxy',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 6 * 3600,
  coverage: 'present_state',
  collect: atOwnContract(async ({ leased, address }, { chain }) => {
    const { safe } = await chain.head()
    const at = { address, block: safe.number }
    if (!isContract(await chain.code(at))) return { outcome: 'missing', detail: 'no contract there' }
    const proxy = await readProxy(at, chain)
    return {
      outcome: 'fresh',
      save: (writer, { now }) => saveProxy({ leased, address, proxy, now }, writer),
    }
  }),
}
/** The proxy pattern of a token. */
export const tokenProxy: Collector<ChainDeps> = { ...contractProxy, kind: 'token' }

/** The role of a source's contract in its project. */
export function roleOf(kind: SourceKind): ContractRole {
  return kind === 'token' ? 'token' : 'declared'
}

/** Saves a proxy reading, and the contract too when it is not recorded yet. */
export async function saveProxy(
  input: {
    readonly leased: StreamToRead
    readonly address: ContractAddress
    readonly proxy: ProxyReading
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { address, proxy, now } = input
  const { projectId, sourceId, kind } = input.leased
  const seen = { address, role: roleOf(kind), deployer: null, creation: null, settled: false }
  await saveContracts({ contracts: [seen], projectId, sourceId, now }, writer)
  await saveProxyReading({ address, projectId, proxy, now }, writer)
}
