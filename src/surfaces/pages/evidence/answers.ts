import { parseAddress } from '#contract/ids.ts'
import type { Input } from '#contract/operations/index.ts'
import { readEvidence } from '#reads/evidence.ts'
import { isHeldContract, readResting } from '#reads/resting.ts'
import type { LoadDeps } from '../page.ts'

/**
 * The receipt that the page prints, the conclusions, records and ledger entries that rest on it, and the page of its
 * contract where there is one.
 */
export type ReceiptAnswers = Awaited<ReturnType<typeof loadReceipt>>

export async function loadReceipt({ id }: Input<'evidence'>, deps: LoadDeps) {
  const receipt = await readEvidence({ id }, deps)
  const { project, recorded, withdrawn } = receipt
  const address = parseAddress(String(recorded?.['contract']))
  const [resting, held] = await Promise.all([
    withdrawn || project === undefined
      ? undefined
      : readResting({ id: receipt.id, slug: project.slug }, deps),
    address === undefined ? false : isHeldContract(address, deps),
  ])
  return { receipt, resting, contract: held ? address : undefined }
}
