import { ExplainFact } from '../enums.ts'
import { definePublicRead } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { optional, required, slug, sourceId } from '../parameters/parameter.ts'
import { Explanation } from '../shapes/explanation.ts'
import examples from './examples/explain.json' with { type: 'json' }

export const explain = definePublicRead({
  name: 'explain',
  operationId: 'explainFact',
  path: '/api/projects/{slug}/explain',
  input: {
    path: { slug: required(slug()) },
    query: {
      fact: optional(choice(ExplainFact, 'The fact to explain; without it, the index of facts')),
      source: optional(sourceId('The source, for fact source.counted')),
    },
  },
  output: Explanation,
  errors: ['source_required'],
  tag: 'Projects',
  summary: 'Explain a fact of a project',
  description:
    'How a shown value was concluded: the rule with its text, the inputs with their sources and times, the steps from the sources to publication, the evidence with its receipts, and what was unknown. Without `fact`, the index of the facts that can be explained. Read from stored conclusions; nothing is derived again.',
  examples,
})
