import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findReceiptRecord } from '#records/project/receipts.ts'
import { receipt } from '#views/evidence/receipt.ts'
import type { ReadDeps } from './deps.ts'

export async function readEvidence(
  input: Input<'evidence'>,
  deps: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'evidence'>> {
  const record = await findReceiptRecord(input.id, deps.reader)
  if (record === undefined) fail('not_found', { message: 'Nothing is recorded under this evidence id.' })
  return receipt(record, deps.site)
}
