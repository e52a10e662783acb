import { statusAnswer } from '#views/agent/answers/research.ts'
import { readSnapshot } from '../../snapshot.ts'
import { projectCapability } from '../capability.ts'
import { BUILDING, NOW } from '../capability-words.ts'

export const builderStatus = projectCapability({
  name: 'builder_status',
  title: 'Tell whether a project ships',
  description: 'Whether a project ships, what it shipped last, and how well that is measured',
  address: '/api/agent/builder_status?project={project}',
  tags: ['activity', 'shipping', 'builders'],
  examples: ['Is Lumen still building?', 'What has Lumen shipped?'],
  words: {
    named: BUILDING,
    answered: [
      BUILDING,
      NOW,
      /\b(?:how (?=active|dormant|alive)|status|state|keeps?|makes?|made|quiet|stopped|momentum)\b/,
      // The newest ship has its time. An “and” begins something else.
      /\b(?:when|was|were|last|latest|newest|recent|recently)\b(?=(?:(?!\band\b)[^?!;]){0,40}\b(?:ship|shipped)\b)/,
      /(?<=\b(?:ship|shipped)\b(?:(?!\band\b)[^?!;]){0,40})\b(?:last|latest|newest|recently)\b/,
    ],
  },
  async answer({ named, query }, deps) {
    const read = await readSnapshot({ slug: named.slug }, deps)
    return statusAnswer({ named, query, snapshot: deps.checked('snapshot', read) }, deps.site)
  },
})
