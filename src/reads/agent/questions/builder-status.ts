import { statusAnswer } from '#views/agent/answers/research.ts'
import { readSnapshot } from '../../snapshot.ts'
import { projectCapability } from '../capability.ts'

export const builderStatus = projectCapability({
  name: 'builder_status',
  title: 'Tell whether a project ships',
  description: 'Whether a project ships, what it shipped last, and how well that is measured',
  address: '/api/agent/builder_status?project={project}',
  tags: ['activity', 'shipping', 'builders'],
  examples: ['Is Lumen still building?', 'What has Lumen shipped?'],
  async answer({ named, query }, deps) {
    const read = await readSnapshot({ slug: named.slug }, deps)
    return statusAnswer({ named, query, snapshot: deps.checked('snapshot', read) }, deps.site)
  },
})
