import { definePublicRead } from '../operation.ts'
import { evidence as evidenceId, required } from '../parameter.ts'
import { Receipt } from '../shapes/receipt.ts'
import { toInstant } from '../time.ts'
import { lumen, releasedAt, releaseId, repository } from './example-lumen.ts'

const standing: Receipt = {
  id: releaseId,
  kind: 'ship',
  withdrawn: false,
  claim: 'FACT',
  project: lumen,
  source: repository,
  occurredAt: releasedAt,
  observedAt: toInstant('2026-11-19T14:05:00Z'),
  detectedAt: toInstant('2026-11-19T14:05:00Z'),
  recorded: { shipKind: 'release', title: 'v2.4.0', version: 'v2.4.0', dimension: null },
}
const withdrawn: Receipt = {
  id: releaseId,
  kind: 'ship',
  withdrawn: true,
  withdrawnReason: 'release deleted',
  withdrawnAt: toInstant('2026-11-20T09:00:00Z'),
  project: lumen,
}

export const evidence = definePublicRead({
  name: 'evidence',
  operationId: 'getEvidence',
  path: '/api/evidence/{id}',
  input: { path: { id: required(evidenceId()) }, query: {} },
  output: Receipt,
  errors: ['invalid_evidence_id'],
  tag: 'Evidence',
  summary: 'Get the receipt of an evidence id',
  description:
    'The record behind a typed evidence id: its source, how the source was attributed to the project, and when it happened, was read and was first known. A withdrawn record answers withdrawn true without its content. A withdrawn record of a hidden project does not name the project. The id of a change event with a suffix is not an evidence id.',
  examples: [
    { name: 'standing', summary: 'A release', input: { id: releaseId }, answer: standing },
    { name: 'withdrawn', summary: 'A release that was deleted', input: { id: releaseId }, answer: withdrawn },
  ],
})
