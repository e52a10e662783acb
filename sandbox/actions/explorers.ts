import { type ContractRecord, verifyRecord } from '../chain/state.ts'
import { countDone } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

/** The explorers publish the source of the first contract that has none. */
export function verifySource(doing: Doing): Outcome {
  const record = recordOf(doing, 'contract without verified source', (one) => one.verification === undefined)
  verifyRecord(record, doing.at)
  return told(doing, 'Published the source of a contract of', record)
}

/**
 * The explorers replace the source of the first verified contract by a source whose interface has one more function.
 */
export function changeInterface(doing: Doing): Outcome {
  const record = recordOf(doing, 'contract with verified source', isVerified)
  const turn = countDone(doing.member, 'change-interface')
  record.addedFunctions = [...(record.addedFunctions ?? []), `part${turn + 1}`]
  return told(doing, 'Published another interface of a contract of', record)
}

/** The explorers withdraw the source of the first verified contract. */
export function withdrawSource(doing: Doing): Outcome {
  const record = recordOf(doing, 'contract with verified source', isVerified)
  record.verification = undefined
  record.verifiedAt = undefined
  record.sourcify = undefined
  return told(doing, 'Withdrew the source of a contract of', record)
}

function isVerified({ verification }: ContractRecord): boolean {
  return verification !== undefined
}

function recordOf(
  { world, member }: Doing,
  words: string,
  fits: (record: ContractRecord) => boolean,
): ContractRecord {
  const records = [...member.contracts.values()].flatMap((address) => {
    const record = world.chain.contracts.get(address.toLowerCase())
    return record === undefined ? [] : [record]
  })
  const found = records.find(fits)
  if (found === undefined) throw new Refusal('not_applicable', `${member.plan.slug} has no ${words}`)
  return found
}

function told({ member }: Doing, words: string, { address, artifact }: ContractRecord): Outcome {
  return { summary: `${words} ${member.plan.slug}`, details: { contract: address, artifact } }
}
