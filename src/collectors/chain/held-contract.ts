import { findContractHolder } from '#records/contracts/contracts.ts'
import type { Reader } from '#records/database.ts'
import type { Collected } from '../collector.ts'
import { type AddressedStream, atAddress } from '../provider-locator.ts'
import { answering, type ChainDeps } from './reading.ts'

/**
 * Reads a contract of the stream's project. A contract belongs to the project that recorded its history first, for as
 * long as the source of that history is attached, and a token to the project that has it. A stream of another project
 * reads nothing: what it recorded would be missing in the records of the contract's own project.
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

/** Whether another project has the contract. A source that counts precedes another that does not. */
export async function isOfAnotherProject(
  { leased, address }: AddressedStream,
  reader: Reader,
): Promise<boolean> {
  const holder = await findContractHolder(address, reader)
  if (holder === null || holder.projectId === leased.projectId) return false
  return holder.counted || !leased.counted
}
