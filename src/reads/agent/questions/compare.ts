import { projectsArgument } from '#contract/parameters/tool-arguments.ts'
import { comparedAnswer } from '#views/agent/answers/compared.ts'
import { unknownClaim } from '#views/agent/claims/unknown.ts'
import { readCompare, refuseTwice } from '../../compare.ts'
import { answerOf, type Capability, queryOf, refuseMissing } from '../capability.ts'
import { BUILDING, NOW } from '../capability-words.ts'
import { resolveProjects } from '../resolve.ts'
import { defineTool } from '../tool.ts'

export const compareBuilders: Capability = {
  name: 'compare_builders',
  title: 'Compare builders',
  description: 'Two to four projects side by side, in the order of the question, without a winner',
  address: '/api/agent/compare_builders?projects={projects}',
  parameters: ['projects'],
  tags: ['comparison', 'builders'],
  examples: ['Compare Lumen and Ember', 'Lumen vs Ember'],
  words: {
    ofSeveral:
      'compare, comparison, difference, versus, vs, more … than, less … than, better … than, worse … than',
    answered: [
      BUILDING,
      NOW,
      'compare, comparison, difference, differences, versus, vs, more, less, better, worse, than, between, status, momentum',
      /\bhow(?! many| much)\b/,
    ],
  },
  async answer(input, deps) {
    const { projects } = input
    if (projects === undefined)
      return refuseMissing('projects', 'two to four slugs, names or tickers, comma-separated')
    const named = await resolveProjects(projects, { ...deps, words: compareBuilders.words })
    const slugs = named.map(({ slug }) => slug)
    refuseTwice(slugs, { parameter: 'projects', expected: 'different projects; one is named twice' })
    const comparison = deps.checked('compare', await readCompare({ slugs }, deps))
    const query = { ...queryOf(input, undefined), projects: slugs }
    return { answer: comparedAnswer({ query, comparison }, deps.site), named }
  },
}

/** The comparison as a tool. */
export const compareProjects = defineTool({
  name: 'compare_projects',
  title: 'Compare projects',
  description:
    'How do two to four projects compare? Each with its status, newest ship, ships in 30 days, momentum and research level, in the order asked. None wins.',
  input: { projects: projectsArgument },
  async answer({ input }, deps) {
    const capabilityInput = { capability: compareBuilders.name, ...input }
    const read = await compareBuilders.answer(capabilityInput, deps)
    const { answer, claims, unknowns, disclaimer } = answerOf(read)
    return { notes: [answer], claims: [...claims, ...unknowns.map(unknownClaim)], disclaimer }
  },
})
