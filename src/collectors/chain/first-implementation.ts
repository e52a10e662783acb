import type { ContractAddress } from '#contract/ids.ts'
import type { FoundImplementation } from './implementation-history.ts'
import { readProxy } from './proxy-reading.ts'
import type { Chain } from './rpc.ts'
import { ifKept } from './state.ts'
import { UPGRADE_TOPICS } from './upgrade-logs.ts'

/** The implementation before the first found one. `before` is null when there was none, or when it is unknown. */
type Earlier = {
  readonly before: ContractAddress | null
  /** False when something shows that upgrades before the first known one are missing. */
  readonly isWhole: boolean
}

/**
 * Looks for an implementation before those that logs announce. Many nodes answer a query of old blocks with an empty
 * list because they no longer keep the logs. So when no log is found, the history is whole only if storage at the
 * creation already showed the current implementation, or none.
 * @param input.current the implementation in storage; null before storage is compared with the logs
 * @throws ChainFailure
 */
export async function readEarlier(
  input: {
    readonly contract: ContractAddress
    readonly found: readonly FoundImplementation[]
    readonly created: number | undefined
    readonly current: ContractAddress | null
  },
  chain: Chain,
): Promise<Earlier> {
  const { contract: address, found, created, current } = input
  const [first] = found
  if (first === undefined ? current === null : first.log.blockNumber === created) {
    return { before: null, isWhole: true }
  }
  const block = first === undefined ? created : first.log.blockNumber - 1
  const earlier = block === undefined ? undefined : await ifKept(readProxy({ address, block }, chain))
  const before = earlier?.implementation ?? null
  if (first !== undefined) return { before, isWhole: earlier !== undefined || created === undefined }
  if (before === current || before === null) return { before: null, isWhole: earlier !== undefined }
  return { before, isWhole: false }
}

/**
 * Whether a node has an upgrade log in the block of a proxy's creation, where most proxies write their first.
 * @throws ChainFailure
 */
export async function hasFirstLog(
  { contract, created }: { readonly contract: ContractAddress; readonly created: number },
  chain: Chain,
): Promise<boolean> {
  const query = { addresses: [contract], topics: [UPGRADE_TOPICS], from: created, to: created }
  const logs = await ifKept(chain.logs(query))
  return logs !== undefined && logs.length > 0
}
