import type { ContractAddress } from '#contract/ids.ts'
import type { ContractCreation } from '#domain/contracts/records.ts'
import { getOfProject } from '#records/by-project.ts'
import { getContracts } from '#records/contracts/contracts.ts'
import { getTokenAddresses } from '#records/project/tokens.ts'
import type { BlockHeads } from './head.ts'
import { findCreation } from './locate.ts'
import type { ChainDeps } from './reading.ts'

/**
 * The contract of a project's launch. What the deployer creates later is a follow-up. `creation` is null when the
 * contract is older than the state that the nodes keep.
 */
export type LaunchedContract = {
  readonly address: ContractAddress
  readonly creation: ContractCreation | null
}

/**
 * The launch of a project: the creation of its token, or without a token the first contract recorded as its launch.
 * Undefined without either: the deployer's first contract is then the launch.
 * @throws ChainFailure
 */
export async function findLaunchedContract(
  input: { readonly projectId: string; readonly head: BlockHeads },
  { reader, chain, providers }: ChainDeps,
): Promise<LaunchedContract | undefined> {
  const contracts = await getOfProject({ projectId: input.projectId, get: getContracts }, reader)
  const [token] = await getTokenAddresses({ projectId: input.projectId }, reader)
  const recorded = contracts
    .filter(({ withdrawn }) => withdrawn === null)
    .filter(({ role, address }) => role === 'launch' || (role === 'token' && address === token))
    .flatMap(({ address, creation }) => (creation === null ? [] : [{ address, creation }]))
  if (recorded[0] !== undefined) return recorded[0]
  if (token === undefined) return undefined
  const { launchFactories: factories } = providers
  const found = await findCreation({ address: token, to: input.head.safe.number, factories }, chain)
  return found && { address: token, creation: found === 'before_state' ? null : found.creation }
}

/**
 * Whether a creation is later than a launch, by block and transaction. False within one transaction; true when the
 * block of the launch is unknown.
 */
export function isAfter(creation: ContractCreation, { creation: other }: LaunchedContract): boolean {
  if (other === null) return true
  if (creation.block !== other.block) return creation.block > other.block
  if (creation.tx === null || other.tx === null) return false
  return creation.tx.index > other.tx.index
}
