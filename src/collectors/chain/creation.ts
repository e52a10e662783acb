import type { SourceKind } from '#contract/enums.ts'
import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import {
  findContract,
  type RecordedContract,
  saveContracts,
  withdrawContracts,
} from '#records/contracts/contracts.ts'
import type { ClaimedStream, Collected, Collector } from '../collector.ts'
import { confirmHead, type Head, isCanonical, readHead } from './head.ts'
import { findCreation, launchFactoryOf } from './locate.ts'
import { roleOf } from './proxy.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'

/** How a declared contract came to be. */
export const contractCreation = creationOf('contract')
/** How a token came to be: its launch, which is not a ship. */
export const tokenCreation = creationOf('token')

function creationOf(kind: Extract<SourceKind, 'contract' | 'token'>): Collector<ChainDeps> {
  return {
    kind,
    stream: 'creation',
    provider: CHAIN_PROVIDER,
    cadenceSeconds: 3600,
    coverage: 'snapshot',
    collect: answering(collectCreation),
  }
}

/** Finds a contract's creation once, then only checks that its block still is the chain's, until and after it is final. */
async function collectCreation(claimed: ClaimedStream, deps: ChainDeps): Promise<Collected> {
  const address = parseAddress(claimed.locator)
  if (address === undefined) return { outcome: 'error', detail: 'the locator is no address' }
  const head = await readHead(deps.chain)
  const recorded = await findContract(address, deps.reader)
  const own = recorded?.projectId === claimed.projectId ? recorded : undefined
  if (own !== undefined && (await stands(own, deps))) {
    if (own.settled || !isFinal(own, head)) return { outcome: 'not_modified' }
    return settled({ claimed, recorded: own })
  }
  return find({ claimed, address, head, recorded: own }, deps)
}

async function stands(recorded: RecordedContract, { chain }: ChainDeps): Promise<boolean> {
  const { creation, withdrawn } = recorded
  if (creation === null || withdrawn !== null) return false
  return isCanonical({ number: creation.block, hash: creation.blockHash }, chain)
}

function isFinal({ creation }: Pick<RecordedContract, 'creation'>, head: Head): boolean {
  return creation !== null && creation.block <= head.finalized.number
}

function settled(input: { readonly claimed: ClaimedStream; readonly recorded: RecordedContract }): Collected {
  const { projectId, sourceId } = input.claimed
  const contracts = [{ ...input.recorded, settled: true }]
  return {
    outcome: 'fresh',
    save: async (writer, { now }) => {
      await saveContracts({ contracts, projectId, sourceId, now }, writer)
    },
  }
}

async function find(
  input: {
    readonly claimed: ClaimedStream
    readonly address: ContractAddress
    readonly head: Head
    readonly recorded: RecordedContract | undefined
  },
  { chain, providers }: ChainDeps,
): Promise<Collected> {
  const { address, head, recorded } = input
  const { projectId, sourceId, kind } = input.claimed
  const factory = launchFactoryOf(providers)
  const found = await findCreation({ address, to: head.safe.number, factory }, chain)
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
  const { creation, deployer } = found
  const contract = { address, role: roleOf(kind), deployer, creation, settled: isFinal(found, head) }
  return {
    outcome: 'fresh',
    save: async (writer, { now }) => {
      await saveContracts({ contracts: [contract], projectId, sourceId, now }, writer)
    },
  }
}
