import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { claims, slugs } from '../parameters/list-parameters.ts'
import { required } from '../parameters/parameter.ts'
import { Comparison } from '../shapes/comparison.ts'
import examples from './examples/compare.json' with { type: 'json' }

export const compare = definePublicRead({
  name: 'compare',
  operationId: 'compareProjects',
  path: '/api/compare',
  input: { path: {}, query: { slugs: required(slugs(LIMITS.compared)), claims: claims() } },
  output: Comparison,
  tag: 'Projects',
  summary: 'Compare projects side by side',
  description:
    "Two to four published projects in the order asked, each with its card, its score, its rank on the Radar and its coverage: the same values as on the project's own pages, without a winner. A former slug stands for its project; two slugs of one project are refused. With an unknown or hidden project the answer is 404, and detail.missing names the slugs.",
  examples,
})
