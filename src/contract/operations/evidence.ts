import { definePublicRead } from '../operation.ts'
import { required, typedEvidenceId } from '../parameters/parameter.ts'
import { Receipt } from '../shapes/receipt.ts'
import examples from './examples/evidence.json' with { type: 'json' }

export const evidence = definePublicRead({
  name: 'evidence',
  operationId: 'getEvidence',
  path: '/api/evidence/{id}',
  input: { path: { id: required(typedEvidenceId()) }, query: {} },
  output: Receipt,
  errors: ['invalid_evidence_id'],
  tag: 'Evidence',
  summary: 'Get the receipt of an evidence id',
  description:
    'The record behind a typed evidence id: its source, how the source was attributed to the project, and when it happened, was read and was first known. A withdrawn record answers withdrawn true without its content. A withdrawn record of a hidden project does not name the project. The id of a change event with a suffix is not an evidence id.',
  examples,
})
