import type { ContractAddress } from '#contract/ids.ts'
import type { RecordedContract } from '#domain/contracts/records.ts'
import {
  findContract,
  type SeenContract,
  saveContracts,
  withdrawContracts,
} from '#records/contracts/contracts.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import type { AddressedStream } from '../provider-locator.ts'
import { type BlockHeads, confirmHead, isCanonical } from './head.ts'
import { atOwnContract } from './held-contract.ts'
import { findCreation } from './locate.ts'
import { roleOf } from './proxy.ts'
import { CHAIN_PROVIDER, type ChainDeps } from './reading.ts'

/** The creation of a declared contract. */
export const contractCreation: Collector<ChainDeps> = {
  kind: 'contract',
  stream: 'creation',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 3600,
  coverage: 'present_state',
  collect: atOwnContract(collectCreation),
}
/** The creation of a token: its launch, which is not a ship. */
export const tokenCreation: Collector<ChainDeps> = { ...contractCreation, kind: 'token' }

/** Finds a contract's creation once. Later readings only check that its block is still in the chain. */
async function collectCreation({ leased, address }: AddressedStream, deps: ChainDeps): Promise<Collected> {
  const head = await deps.chain.head()
  const recorded = await findContract(address, deps.reader)
  const own = recorded?.projectId === leased.projectId ? recorded : undefined
  if (own !== undefined && (await stands(own, deps))) {
    if (own.settled || !isFinal(own, head)) return { outcome: 'not_modified' }
    return saving({ ...own, settled: true }, leased)
  }
  return find({ leased, address, head, recorded: own }, deps)
}

/**
 * Whether a recorded creation is still in the chain. False for a creation with a transaction but without a deployer:
 * every transaction has a sender, so the creation is read again.
 */
async function stands(recorded: RecordedContract, { chain }: ChainDeps): Promise<boolean> {
  const { creation, deployer, withdrawn } = recorded
  if (creation === null || withdrawn !== null) return false
  if (creation.tx !== null && deployer === null) return false
  return isCanonical({ number: creation.block, hash: creation.blockHash }, chain)
}

function isFinal({ creation }: Pick<RecordedContract, 'creation'>, head: BlockHeads): boolean {
  return creation !== null && creation.block <= head.finalized.number
}

function saving(contract: SeenContract, { projectId, sourceId }: StreamToRead): Collected {
  return {
    outcome: 'fresh',
    save: async (writer, { now }) => {
      await saveContracts({ contracts: [contract], projectId, sourceId, now }, writer)
    },
  }
}

async function find(
  input: {
    readonly leased: StreamToRead
    readonly address: ContractAddress
    readonly head: BlockHeads
    readonly recorded: RecordedContract | undefined
  },
  { chain, providers }: ChainDeps,
): Promise<Collected> {
  const { leased, address, head, recorded } = input
  const { projectId, kind } = leased
  const { launchFactories: factories } = providers
  const found = await findCreation({ address, to: head.safe.number, factories }, chain)
  await confirmHead(head, chain)
  if (found === undefined) {
    const reason = 'reorged'
    const gone = recorded?.creation == null ? [] : [address]
    return {
      outcome: 'missing',
      detail: 'no contract there',
      save: (writer, { now }) => withdrawContracts({ addresses: gone, projectId, reason, now }, writer),
    }
  }
  const role = roleOf(kind)
  if (found === 'before_state') {
    const partial = 'no archive node: when the contract was created is unknown'
    return { ...saving({ address, role, deployer: null, creation: null, settled: false }, leased), partial }
  }
  const { creation, deployer } = found
  return saving({ address, role, deployer, creation, settled: isFinal(found, head) }, leased)
}
