import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { getOfProject } from '#records/by-project.ts'
import { findHeldContract, getContractRecords } from '#records/contracts/held-contracts.ts'
import { getSources } from '#records/project/sources.ts'
import { contractOf } from '#views/contract.ts'
import type { ReadDeps } from './deps.ts'

export async function readContract(input: Input<'contract'>, deps: ReadDeps): Promise<Output<'contract'>> {
  const held = await findHeldContract(input.address, deps.reader)
  if (held === undefined) fail('not_found')
  const { contract, project } = held
  const sources = await getOfProject({ projectId: project.id, get: getSources }, deps.reader)
  const [record] = await getContractRecords({ project, contracts: [contract], sources }, deps.reader)
  if (record === undefined) fail('not_found')
  return contractOf(record, deps)
}
