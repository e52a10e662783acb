import { researchAnswer } from '#views/agent/answers/research.ts'
import { readSnapshot } from '../../snapshot.ts'
import { projectCapability } from '../capability.ts'

export const researchProject = projectCapability({
  name: 'research_project',
  title: 'Research a project',
  description:
    'What is known of a project: building, market, token, locks, newest changes and what is unknown',
  address: '/api/agent/research_project?project={project}',
  tags: ['research', 'evidence', 'projects'],
  examples: ['Research Lumen', 'What is known about "Harbour Alpha"?'],
  words: {
    // Figures and states that are part of its answer.
    answered: [
      'overview, status, state, latest, newest, token, tokens, ticker, address, market, market cap, valuation, liquidity, volume, lock, locks, momentum',
      /\bhow(?= (?:is|are)\b.{0,40}\bdoing\b)/,
    ],
  },
  async answer({ named, query }, deps) {
    const read = await readSnapshot({ slug: named.slug }, deps)
    return researchAnswer({ named, query, snapshot: deps.checked('snapshot', read) }, deps.site)
  },
})
