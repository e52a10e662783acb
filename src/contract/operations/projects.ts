import { ActivityStatus, described, ProjectKind } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { choice, choices, claims, listedName, searchWords } from '../parameters/list-parameters.ts'
import { cappedNumber, defaulted, optional, slug, wholeNumber } from '../parameters/parameter.ts'
import { CardFact, ProjectList, ProjectSort, ProjectTab } from '../shapes/project-card.ts'
import examples from './examples/projects.json' with { type: 'json' }

const q = optional(
  searchWords(
    LIMITS.projectQuery,
    'Words; each begins a word of the name, symbol, slug, former slug or contract',
  ),
)

export const projects = definePublicRead({
  name: 'projects',
  operationId: 'listProjects',
  path: '/api/projects',
  input: {
    path: {},
    query: {
      q: { ...q, aliases: ['query'] },
      tab: optional(choice(ProjectTab, 'A predefined list')),
      kind: optional(choice(ProjectKind, 'Kind of project')),
      status: optional(choice(ActivityStatus, 'Activity status; UNKNOWN is not inactive')),
      narrative: optional({ ...slug(), schema: described(slug().schema, 'Slug of a narrative') }),
      launchpad: optional(listedName(60, 'Launchpad, written as in cards')),
      has: optional(choices(CardFact, 'Facts the card must have')),
      sort: optional(
        choice(
          ProjectSort,
          'Without it each tab has its own order; without a tab the newest activity is first. Projects without the figure come last. Market caps come before fully diluted values and are never compared with them',
        ),
      ),
      claims: claims(),
      limit: defaulted(wholeNumber(LIMITS.listItems, 'Projects in one answer'), LIMITS.listItems.default),
      offset: defaulted(
        cappedNumber(
          LIMITS.offset,
          'Projects to skip; follow nextOffset. A list that changes between two answers may miss or repeat an item',
        ),
        0,
      ),
    },
  },
  output: ProjectList,
  tag: 'Projects',
  summary: 'List project cards',
  description:
    'Published projects, filtered and sorted. The tab new-on-hey lists every project published in the last 7 days, newest first. The tab new-builders lists those with a builder source that is read and a counted ship, earliest first ship first.',
  examples,
})
