import { ACTIVITY_STATUSES, PROJECT_KINDS } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { choice, listedName, searchWords } from '../list-parameters.ts'
import { defineOperation } from '../operation.ts'
import { choices, defaulted, optional, slug, wholeNumber } from '../parameter.ts'
import { CARD_FACTS, PROJECT_SORTS, PROJECT_TABS, ProjectPage } from '../shapes/project-card.ts'
import { exampleProjectPage, exampleUnavailablePage } from './example-projects.ts'

const q = optional(
  searchWords(
    LIMITS.projectQuery,
    'Words; each begins a word of the name, symbol, slug, former slug or contract',
  ),
)

export const projects = defineOperation({
  name: 'projects',
  method: 'GET',
  path: '/api/projects',
  input: {
    path: {},
    query: {
      q: { ...q, aliases: ['query'] },
      tab: optional(choice(PROJECT_TABS, 'A ready list')),
      kind: optional(choice(PROJECT_KINDS, 'Kind of project')),
      status: optional(choice(ACTIVITY_STATUSES, 'Activity status; UNKNOWN is not inactive')),
      narrative: optional({ ...slug(), schema: { ...slug().schema, description: 'Slug of a narrative' } }),
      launchpad: optional(listedName(60, 'Launchpad, as cards name it')),
      has: optional(choices(CARD_FACTS, 'Facts the card must hold')),
      sort: optional(
        choice(
          PROJECT_SORTS,
          'Without it a tab has its own order, and else the newest activity is first. A project without the figure comes after those with it; market caps come before fully diluted values and are never compared with them',
        ),
      ),
      limit: defaulted(wholeNumber(LIMITS.listPage, 'Projects a page'), LIMITS.listPage.default),
      offset: defaulted(wholeNumber(LIMITS.offset, 'Projects to pass over; follow nextOffset'), 0),
    },
  },
  output: ProjectPage,
  errors: [],
  cacheable: 'shared',
  counted: true,
  tag: 'Project reads',
  summary: 'Page of project cards',
  description:
    'Published projects, narrowed and ordered by what is recorded of them. new-on-hey lists every project published in the last 7 days, newest first; new-builders those of them with a builder source that is read and a counted ship, earliest first ship first. A list that cannot be produced answers available false with a reason and no total. Parameters this read does not know are named in ignoredParameters.',
  examples: [
    {
      name: 'shippingNow',
      summary: 'Who is shipping now',
      input: { tab: 'shipping-now', limit: '1' },
      answer: exampleProjectPage,
    },
    {
      name: 'notMeasured',
      summary: 'A list that cannot be produced is not an empty one',
      input: { tab: 'under-the-radar' },
      answer: exampleUnavailablePage,
    },
  ],
})
