import { Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { definePublicCall, definePublicRead, NO_INPUT } from '../operation.ts'
import { Url } from '../shapes/fields.ts'
import { ReceiptValidation } from '../shapes/receipt-validation.ts'
import { AgentResearchReceipt, RECEIPT_SCHEMA_PATH } from '../shapes/research-receipt.ts'
import receiptSchemaExamples from './examples/receipt-schema.json' with { type: 'json' }
import validateReceiptExamples from './examples/validate-receipt.json' with { type: 'json' }

export const validateReceipt = {
  ...definePublicCall({
    name: 'validateReceipt',
    operationId: 'validateReceipt',
    path: '/api/receipts/validate',
    input: { path: {}, query: {}, body: AgentResearchReceipt },
    minutely: 'validate',
    output: ReceiptValidation,
    tag: 'Evidence',
    summary: 'Check an agent research receipt',
    description:
      'Checks the form of a receipt and whether the records of this service that it cites exist and are public. Faults of the form are answered with 200 and `valid` false; only a body that is no JSON object, is too deep or has too many values is refused. Nothing is stored, no address in a receipt is opened, and the answer is no endorsement.',
    examples: validateReceiptExamples,
  }),
  bodyFaults: 'answered',
} as const

const JsonSchema = namedObject('JsonSchemaDocument', {
  $schema: Type.Literal('https://json-schema.org/draft/2020-12/schema'),
  $id: Url,
})

export const receiptSchema = definePublicRead({
  name: 'receiptSchema',
  operationId: 'getReceiptSchema',
  path: RECEIPT_SCHEMA_PATH,
  input: NO_INPUT,
  output: JsonSchema,
  media: 'application/schema+json',
  tag: 'Evidence',
  summary: 'Get the JSON Schema of agent research receipts',
  description:
    'JSON Schema 2020-12. Its `$id` is its own address. `POST /api/receipts/validate` accepts what it accepts, if also every time exists and `evidenceCutoff` is not later than `createdAt`.',
  examples: receiptSchemaExamples,
})
