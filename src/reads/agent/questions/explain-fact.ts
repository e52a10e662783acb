import { OPERATIONS } from '#contract/operations/index.ts'
import { argument, projectArgument } from '#contract/parameters/tool-arguments.ts'
import { explainClaims } from '#views/agent/claims/explain.ts'
import { readExplain } from '../../explain.ts'
import { findProject } from '../about.ts'
import { defineTool } from '../tool.ts'

const { query } = OPERATIONS.explain.input

export const explainFact = defineTool({
  name: 'explain_fact',
  title: 'Explain a fact',
  description:
    'Why does a value stand as it does? The rule with its text, each input with its source and time, and what was unknown. Without `fact`: the facts that can be explained.',
  input: { project: projectArgument, fact: argument(query.fact), source: argument(query.source) },
  async answer({ input }, deps) {
    const { project, ...filters } = input
    const { slug, about } = await findProject(project, deps)
    const explanation = deps.checked('explain', await readExplain({ ...filters, slug }, deps))
    return { about, claims: explainClaims(explanation), disclaimer: explanation.disclaimer }
  },
})
