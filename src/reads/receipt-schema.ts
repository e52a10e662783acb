import { schemaDocument } from '#contract/openapi/schema-reference.ts'
import type { Output } from '#contract/operations/index.ts'
import { AgentResearchReceipt } from '#contract/shapes/research-receipt.ts'
import { schemaUrl } from '#views/evidence/receipt-validation.ts'
import type { ReadDeps } from './deps.ts'

export async function readReceiptSchema(
  _input: object,
  { site }: Pick<ReadDeps, 'site'>,
): Promise<Output<'receiptSchema'>> {
  return schemaDocument(AgentResearchReceipt, schemaUrl(site))
}
