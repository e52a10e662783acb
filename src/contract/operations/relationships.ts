import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameters/parameter.ts'
import { BuiltOn } from '../shapes/built-on.ts'
import { Relationships } from '../shapes/relationships.ts'
import builtOnExamples from './examples/built-on.json' with { type: 'json' }
import relationshipsExamples from './examples/relationships.json' with { type: 'json' }

export const builtOn = definePublicRead({
  name: 'builtOn',
  operationId: 'getBuiltOn',
  path: '/api/projects/{slug}/built-on',
  input: { path: { slug: required(slug()) }, query: {} },
  output: BuiltOn,
  tag: 'Project records',
  summary: 'Get what a project builds on',
  description:
    'The projects that a project builds on, and those that build on it, as reviewed statements with their evidence; at most 100 each way. Never a partnership and never an interaction on the chain. Another project that is not published is not named.',
  examples: builtOnExamples,
})
export const relationships = definePublicRead({
  name: 'relationships',
  operationId: 'getRelationships',
  path: '/api/projects/{slug}/relationships',
  input: { path: { slug: required(slug()) }, query: {} },
  output: Relationships,
  tag: 'Project records',
  summary: 'Get the relationships of a project',
  description:
    'First-degree graph: token, contracts and proxy targets, official repositories, sites, documentation and packages, launchpad and registry listings, readings that corroborate them, and reviewed relations to other projects. Every edge has its state, evidence and observation time. No account is a node, and no edge is a partnership; notHeld says what is not recorded. At most 100 contracts, 50 statements about the token and 100 relations each way; bounds counts them.',
  examples: relationshipsExamples,
})
