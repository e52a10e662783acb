import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameters/parameter.ts'
import { Snapshot } from '../shapes/snapshot.ts'
import examples from './examples/snapshot.json' with { type: 'json' }

export const snapshot = definePublicRead({
  name: 'snapshot',
  operationId: 'getProjectSnapshot',
  path: '/api/projects/{slug}/snapshot',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Snapshot,
  tag: 'Projects',
  summary: 'Get the snapshot of a project',
  description:
    'What is known of a project now: identity, build, market, on-chain use, verification, locks, newest changes, freshness and coverage. Each section has its state. The figures are those of the card and the dossier, from stored conclusions. A hidden project answers like one that never existed.',
  examples,
})
