import type { EvidenceId, Slug } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { evidence as evidenceId, required } from '../parameter.ts'
import { Receipt } from '../shapes/receipt.ts'
import { toInstant } from '../time.ts'

const id = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' as EvidenceId
const project = { slug: 'lumen' as Slug, name: 'Lumen', url: 'https://svc.example/projects/lumen' }
const standing: Receipt = {
  id,
  kind: 'ship',
  withdrawn: false,
  claim: 'FACT',
  project,
  source: {
    id: 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162',
    kind: 'github_repository',
    locator: 'lumen-labs/lumen',
    url: 'https://github.com/lumen-labs/lumen',
    establishedBy: 'mutual',
    establishedUrl: 'https://lumen.example',
  },
  occurredAt: toInstant('2026-11-19T14:02:11Z'),
  observedAt: toInstant('2026-11-19T14:05:00Z'),
  detectedAt: toInstant('2026-11-19T14:05:00Z'),
  recorded: { shipKind: 'release', title: 'v2.4.0', version: 'v2.4.0', dimension: null },
}
const withdrawn: Receipt = {
  id,
  kind: 'ship',
  withdrawn: true,
  withdrawnReason: 'release deleted',
  withdrawnAt: toInstant('2026-11-20T09:00:00Z'),
  project,
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
    { name: 'standing', summary: 'A release', input: { id }, answer: standing },
    { name: 'withdrawn', summary: 'A release that was deleted', input: { id }, answer: withdrawn },
  ],
})
