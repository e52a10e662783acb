import type { ContractAddress } from '#contract/ids.ts'
import type { ProxyReading } from '#domain/contracts/records.ts'
import { cloneTarget } from './clones.ts'
import { addressInWord, type Hex } from './parse.ts'
import type { Chain } from './rpc.ts'

/** Storage slots and event topics of EIP-1967, and the selector that every beacon answers. */
export const IMPLEMENTATION_SLOT: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
export const BEACON_SLOT: Hex = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
export const UPGRADED: Hex = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'
export const BEACON_UPGRADED: Hex = '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e'
const IMPLEMENTATION_CALL: Hex = '0x5c60da1b'

/**
 * The implementation of a contract at a block: from the implementation slot, the beacon slot, or the code of a clone. A
 * clone of a beacon proxy runs the implementation that the beacon names. `none_detected` means that no such pattern was
 * found; the contract can still be a proxy of another kind.
 * @throws ChainFailure
 */
export async function readProxy(
  at: { readonly address: ContractAddress; readonly block: number },
  chain: Chain,
): Promise<ProxyReading> {
  const { address, block } = at
  const [implementation, beacon] = await Promise.all([
    addressAt({ address, slot: IMPLEMENTATION_SLOT, block }, chain),
    addressAt({ address, slot: BEACON_SLOT, block }, chain),
  ])
  if (implementation !== null) return { kind: 'eip1967', implementation, beacon: null }
  if (beacon !== null) {
    return { kind: 'beacon', implementation: await readBeacon({ beacon, block }, chain), beacon }
  }
  const target = cloneTarget(await chain.code(at))
  if (target === null) return { kind: 'none_detected', implementation: null, beacon: null }
  const behind = await addressAt({ address: target, slot: BEACON_SLOT, block }, chain)
  return behind === null
    ? { kind: 'eip1167', implementation: target, beacon: null }
    : { kind: 'eip1167', implementation: await readBeacon({ beacon: behind, block }, chain), beacon: behind }
}

async function addressAt(
  at: { readonly address: ContractAddress; readonly slot: Hex; readonly block: number },
  chain: Chain,
): Promise<ContractAddress | null> {
  return addressInWord(await chain.storage(at))
}

/** The implementation of a beacon at a block; null when the beacon reverts or names none. @throws ChainFailure */
export async function readBeacon(
  at: { readonly beacon: ContractAddress; readonly block: number },
  chain: Chain,
): Promise<ContractAddress | null> {
  const answer = await chain.call({ to: at.beacon, data: IMPLEMENTATION_CALL, block: at.block })
  return answer === null ? null : addressInWord(answer)
}
