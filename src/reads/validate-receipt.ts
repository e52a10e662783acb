import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { faultsOf } from '#contract/schema-faults.ts'
import { AgentResearchReceipt } from '#contract/shapes/research-receipt.ts'
import {
  type CitedRecords,
  getCited,
  judgeReference,
  judgeSubject,
  type Lookups,
  lookupsOf,
  receiptSubjectOf,
  type Verdict,
} from '#domain/receipts/cited.ts'
import { faultsOfTimes } from '#domain/receipts/times.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { getCitedChanges } from '#records/ledger/cited-changes.ts'
import { getPublishedBySlug } from '#records/project/published.ts'
import { getCitedRecords } from '#records/project/receipts.ts'
import { findPublishedToken } from '#records/project/tokens.ts'
import { checkedReceipt, unreadReceipt } from '#views/evidence/receipt-validation.ts'
import type { ReadDeps } from './deps.ts'

/**
 * Checks a receipt and looks up the records that it cites. It stores nothing of the receipt and opens no address in it.
 */
export async function readReceiptValidation(
  { body }: Input<'validateReceipt'>,
  { reader, site }: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'validateReceipt'>> {
  const faults = faultsOf({ schema: AgentResearchReceipt, value: body })
  const first = [...faults.take(LIMITS.receiptErrors + 1)]
  if (first.length > 0) return unreadReceipt(first, site)
  const receipt = body as AgentResearchReceipt
  const cited = getCited(receipt)
  const lookups = lookupsOf(cited, LIMITS.receiptLookups)
  const found = await findCited(lookups, reader)
  return checkedReceipt(
    {
      receipt,
      faults: faultsOfTimes(receipt),
      subject: await findSubject(receipt, reader),
      cited: cited.map((one) => ({ ...one, verdict: judgeReference(one.reference, { lookups, found }) })),
      scoringVersion: scoringVersion(),
    },
    site,
  )
}

async function findCited(
  { evidence, changes, slugs }: Lookups,
  reader: ReadDeps['reader'],
): Promise<CitedRecords> {
  return {
    evidence: await getCitedRecords(evidence, reader),
    changes: await getCitedChanges(changes, reader),
    projects: await getPublishedBySlug(slugs, reader),
  }
}

async function findSubject(receipt: AgentResearchReceipt, reader: ReadDeps['reader']): Promise<Verdict> {
  const { verdict, slug, address } = receiptSubjectOf(receipt)
  if (verdict !== undefined) return verdict
  if (slug !== undefined) return judgeSubject((await getPublishedBySlug([slug], reader)).get(slug))
  return judgeSubject((await findPublishedToken(address, reader))?.project)
}
