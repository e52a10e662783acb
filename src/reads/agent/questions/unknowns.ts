import { unknownsAnswer } from '#views/agent/answers/unknowns.ts'
import { readCoverage } from '../../coverage.ts'
import { projectCapability } from '../capability.ts'
import { NUMBER } from '../capability-words.ts'

const UNKNOWN =
  "unknown, unknowns, missing, gap, gaps, not known, not held, not measured, not recorded, don't know, do not know"

export const unknowns = projectCapability({
  name: 'unknowns',
  title: 'List what is unknown',
  description: 'What is not known of a project, why, and what must not be concluded from that',
  address: '/api/agent/unknowns?project={project}',
  tags: ['unknowns', 'coverage'],
  examples: ['What is unknown about Lumen?', 'Why is Lumen unknown?'],
  words: { named: UNKNOWN, answered: [UNKNOWN, NUMBER, 'why'] },
  async answer({ named, query }, deps) {
    const read = await readCoverage({ slug: named.slug }, deps)
    return unknownsAnswer({ named, query, coverage: deps.checked('coverage', read) }, deps.site)
  },
})
