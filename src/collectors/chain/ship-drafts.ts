import { CHAIN_ID, shortAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { SeenContract } from '#records/contracts/contracts.ts'
import type { ImplementationDraft } from '#records/contracts/implementations.ts'
import type { ShipDraft } from '#records/ships/ships.ts'

type ShipOrigin = Pick<ShipDraft, 'projectId' | 'sourceId'>

/** The natural key of an upgrade's ship. */
export function upgradeKey(implementation: Pick<ImplementationDraft, 'key'>): string {
  return `impl:${implementation.key}`
}

/** An upgrade as a ship: dated by the block of its log, or undated when only storage shows it. */
export function toUpgradeShip(record: ImplementationDraft, origin: ShipOrigin): ShipDraft {
  const { contract, implementation, previousImplementation, beacon, log, unchangedUntil } = record
  return {
    ...origin,
    kind: 'upgrade',
    naturalKey: upgradeKey(record),
    title: `Upgraded contract ${shortAddress(contract)} to implementation ${shortAddress(implementation)}`,
    url: null,
    version: null,
    occurredAt: log === null ? null : log.blockTime,
    precision: log === null ? 'OBSERVED' : 'EXACT',
    dimension: 'protocol',
    facts: known({
      origin: contract,
      contract,
      implementation,
      previousImplementation,
      beacon,
      unchangedUntil: log === null ? unchangedUntil : null,
      block: log && { number: log.blockNumber, logIndex: log.logIndex },
      txIndex: log?.txIndex ?? null,
      txHash: log?.txHash ?? null,
    }),
  }
}

/** A contract with a known creation. */
export type CreatedContract = SeenContract & { readonly creation: NonNullable<SeenContract['creation']> }

/**
 * The natural key of a deployment's ship. It includes the transaction, so a second deployment at the same address is a
 * ship of its own.
 */
export function deploymentKey({ address, creation }: Pick<CreatedContract, 'address' | 'creation'>): string {
  return creation.tx === null ? `${CHAIN_ID}:${address}` : `${CHAIN_ID}:${address}:${creation.tx.hash}`
}

/** A follow-up deployment as a ship, dated by its block. */
export function toDeploymentShip(contract: CreatedContract, origin: ShipOrigin): ShipDraft {
  const { address, creation, deployer } = contract
  return {
    ...origin,
    kind: 'deployment',
    naturalKey: deploymentKey(contract),
    title: `Deployed contract ${shortAddress(address)}`,
    url: null,
    version: null,
    occurredAt: creation.at,
    precision: 'EXACT',
    dimension: 'protocol',
    facts: known({
      origin: address,
      contract: address,
      block: { number: creation.block, logIndex: null },
      deployer,
      txIndex: creation.tx?.index ?? null,
      txHash: creation.tx?.hash ?? null,
    }),
  }
}
