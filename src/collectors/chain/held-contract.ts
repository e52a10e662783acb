import { findContractHolder } from '#records/contracts/contracts.ts'
import type { Reader } from '#records/database.ts'
import type { Collected } from '../collector.ts'
import { type AddressedStream, atAddress } from '../provider-locator.ts'
import { answering, type ChainDeps } from './reading.ts'

/**
 * Reads a contract that belongs to the stream's project; otherwise the outcome is `disallowed`. A contract belongs to
 * the project that first recorded its history, while the source of that history is attached. A token belongs to the
 * project that has it. A stream of another project reads nothing: its records would be missing in the project that the
 * contract belongs to.
 */
export function atOwnContract(collect: (stream: AddressedStream, deps: ChainDeps) => Promise<Collected>) {
  return answering(
    atAddress(async (stream, deps) =>
      (await isOfAnotherProject(stream, deps.reader)) ? OF_ANOTHER_PROJECT : collect(stream, deps),
    ),
  )
}

const OF_ANOTHER_PROJECT: Collected = {
  outcome: 'disallowed',
  detail: 'not asked: the contract is recorded for another project',
}

/** Whether a contract belongs to another project. A source that counts goes before one that does not count. */
export async function isOfAnotherProject(
  { leased, address }: AddressedStream,
  reader: Reader,
): Promise<boolean> {
  const holder = await findContractHolder(address, reader)
  if (holder === null || holder.projectId === leased.projectId) return false
  return holder.counted || !leased.counted
}
