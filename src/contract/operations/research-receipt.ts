import { Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { definePublicCall, definePublicRead } from '../operation.ts'
import { Url } from '../shapes/fields.ts'
import { ReceiptValidation } from '../shapes/receipt-validation.ts'
import { AgentResearchReceipt, RECEIPT_SCHEMA_PATH } from '../shapes/research-receipt.ts'
import { lumen, releaseId } from './example-lumen.ts'

const receipt: AgentResearchReceipt = {
  agentId: 'example-agent',
  operator: 'Example Research',
  mandate: 'Say whether Lumen still ships.',
  subjectType: 'project',
  subject: lumen.slug,
  createdAt: '2026-11-20T10:05:00Z',
  evidenceCutoff: '2026-11-20T10:00:00Z',
  thesisSummary: 'Lumen released v2.4.0 on 19 November 2026.',
  claims: [
    {
      kind: 'FACT',
      statement: 'Lumen released v2.4.0.',
      references: [{ type: 'service_evidence', id: releaseId }],
    },
    { kind: 'JUDGEMENT', statement: 'The project is being worked on.' },
  ],
  risks: ['One release says little of the next.'],
  unknowns: ['Whether the release is used.'],
  researchState: { state: 'done', definition: 'Every question of the mandate has an answer.' },
  outcome: null,
  confidence: 0.8,
  reviewConditions: ['No release for 30 days.'],
  sourceSystems: ['svc.example'],
}
const answer: ReceiptValidation = {
  valid: true,
  errors: [],
  moreErrors: false,
  subject: { type: 'project', status: 'project_exists', reason: 'published', project: lumen },
  references: [
    {
      pointer: '/claims/0/references/0',
      type: 'service_evidence',
      status: 'exists',
      reason: 'recorded',
    },
  ],
  svcEvidenceStands: true,
  svcEvidenceReason: 'all_checked_and_standing',
  signature: 'not_given',
  schema: `https://svc.example${RECEIPT_SCHEMA_PATH}`,
  stored: false,
  endorsement: false,
}

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
    examples: [{ name: 'standing', summary: 'A receipt that stands', input: {}, body: receipt, answer }],
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
  input: { path: {}, query: {} },
  output: JsonSchema,
  media: 'application/schema+json',
  tag: 'Evidence',
  summary: 'Get the JSON Schema of agent research receipts',
  description:
    'JSON Schema 2020-12. Its `$id` is its own address. `POST /api/receipts/validate` accepts what it accepts, if also every time exists and `evidenceCutoff` is not later than `createdAt`.',
  examples: [
    {
      name: 'opening',
      summary: 'Its first keys',
      input: {},
      answer: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://svc.example${RECEIPT_SCHEMA_PATH}`,
      },
    },
  ],
})
