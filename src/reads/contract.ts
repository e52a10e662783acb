import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findHeldContract, getContractRecords } from '#records/contracts/held-contracts.ts'
import { findTokenVerification } from '#records/project/tokens.ts'
import { contractOf } from '#views/token/contract.ts'
import type { ReadDeps } from './deps.ts'

export async function readContract(input: Input<'contract'>, deps: ReadDeps): Promise<Output<'contract'>> {
  const held = await findHeldContract(input.address, deps.reader)
  if (held === undefined) fail('not_found')
  const { contract, project } = held
  const [{ contracts }, tokenVerification] = await Promise.all([
    getContractRecords({ project, contracts: [contract] }, deps.reader),
    findTokenVerification({ projectId: project.id }, deps.reader),
  ])
  const [record] = contracts
  if (record === undefined) fail('not_found')
  return contractOf({ ...record, tokenVerification }, deps)
}
