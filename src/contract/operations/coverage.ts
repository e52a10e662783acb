import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameters/parameter.ts'
import { ProjectCoverage } from '../shapes/coverage.ts'
import examples from './examples/coverage.json' with { type: 'json' }

export const coverage = definePublicRead({
  name: 'coverage',
  operationId: 'getCoverage',
  path: '/api/projects/{slug}/coverage',
  input: { path: { slug: required(slug()) }, query: {} },
  output: ProjectCoverage,
  tag: 'Projects',
  summary: 'Get which sources of a project could be read',
  description:
    'The state of each dimension and of each derived fact, since when, as of when and what the state means; the streams whose last attempt read nothing; and the last successful reading of each provider and stream.',
  examples,
})
