import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import { findHeldContract } from '#records/contracts/held-contracts.ts'
import { getResting } from '#records/project/resting.ts'
import { standingOn } from '#views/evidence/resting.ts'
import type { ReadDeps } from './deps.ts'

/** Maximum number of records of each kind in the answer. */
const LISTED = 8

/** The records that rest on a record of a published project, and the record that took its place. */
export async function readResting(
  { id, slug }: { readonly id: EvidenceId; readonly slug: Slug },
  deps: ReadDeps,
): Promise<ReturnType<typeof standingOn>> {
  const record = await getResting({ id, slug, limit: LISTED }, deps.reader)
  return standingOn({ record, slug }, deps)
}

/** Whether a published project has the contract. Only then the contract has a page. */
export async function isHeldContract(
  address: ContractAddress,
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<boolean> {
  return (await findHeldContract(address, reader)) !== undefined
}
