import { builtOnAnswer } from '#views/agent/answers/built-on.ts'
import { readBuiltOn } from '../../built-on.ts'
import { projectCapability } from '../capability.ts'
import { NUMBER } from '../capability-words.ts'

const BUILDS_ON =
  'build on, builds on, building on, built on, build upon, builds upon, building upon, built upon, depend, depends, dependencies'

export const builtOn = projectCapability({
  name: 'built_on',
  title: 'Tell what builds on what',
  description: 'Which projects a project builds on, and which build on it, as reviewed statements say',
  address: '/api/agent/built_on?project={project}',
  tags: ['relationships', 'builders'],
  examples: ['Who builds on Lumen?', 'What does Lumen build on?'],
  words: { first: BUILDS_ON, answered: [BUILDS_ON, NUMBER, 'who'], ofTwo: true },
  async answer({ named, query }, deps) {
    const read = await readBuiltOn({ slug: named.slug }, deps)
    return builtOnAnswer({ named, query, builtOn: deps.checked('builtOn', read), now: deps.now }, deps.site)
  },
})
