import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameters/parameter.ts'
import { Dossier } from '../shapes/dossier.ts'
import examples from './examples/project.json' with { type: 'json' }

export const project = definePublicRead({
  name: 'project',
  operationId: 'getProject',
  path: '/api/projects/{slug}',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Dossier,
  tag: 'Projects',
  summary: 'Get the dossier of a project',
  description:
    'The identity of a project, its token, every registered source and how it was attributed to the project, the market by provider, the activity status with its evidence, coverage, and the newest ships. A hidden project answers like one that never existed.',
  examples,
})
