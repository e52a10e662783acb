import type { Question } from './ask.ts'
import { KINDS, type Kind } from './questions.ts'

/** The baseline for the reads of a project. */
export const PARTNER_CARD = kindNamed('Partner Card')

/** The last of a year of recorded days. */
const LAST_DAY = '2026-11-20'

/** The kinds of reads of a project, of its contracts, and of lists that compare projects. */
export const PROJECT_KINDS: readonly Kind[] = [
  ...['snapshot', 'timeline', 'explanation', 'index of facts', 'coverage', 'contract'].map(kindNamed),
  ofProject('history, 90 days', 'history', {}),
  ofProject('history, a year', 'history', { from: '2025-11-22', to: LAST_DAY }),
  ofProject('market, 30 days', 'market', { days: 30 }),
  ofProject('market, 365 days', 'market', { days: 365 }),
  ofProject('diff of a month', 'diff', { from: '2026-10-20', to: LAST_DAY }),
  {
    name: 'compare, four projects',
    ask: ({ slugs }, { whole }) => {
      const first = whole(0, slugs.length - 4)
      return { name: 'compare', query: { slugs: slugs.slice(first, first + 4).join(',') } }
    },
  },
  {
    name: 'builders',
    ask: (_, { pick }) => ({
      name: 'builders',
      query: { filter: pick(['all', 'under-the-radar', 'shipping']) },
    }),
  },
]

function ofProject(name: string, operation: Question['name'], query: NonNullable<Question['query']>): Kind {
  return {
    name,
    ask: ({ slugs }, { pick }) => ({ name: operation, path: { slug: pick(slugs) }, query }),
  }
}

function kindNamed(name: string): Kind {
  const found = KINDS.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`No question is called ${name}`)
  return found
}
