import { DISCLAIMERS } from '../disclaimers.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { ProjectCoverage } from '../shapes/coverage.ts'
import { toInstant } from '../time.ts'
import { lumen, repository } from './example-lumen.ts'

const read = toInstant('2026-11-20T09:50:00Z')
const evaluated = toInstant('2026-11-20T10:00:00Z')
const since = toInstant('2026-08-12T12:00:00Z')
const explained = 'https://svc.example/api/projects/lumen/explain?fact'
const meaning = 'The sources were read well enough that what they show, and their silence, is a finding.'

const example: ProjectCoverage = {
  project: lumen,
  items: [
    { dimension: 'building', state: 'MEASURED', since, asOf: read, meaning },
    {
      ...{ dimension: 'market', state: 'STALE', reason: 'STALE', since: evaluated, asOf: since },
      meaning: 'The last successful reading is too old to describe now.',
      unread: [
        {
          ...{ source: repository.id, provider: 'dexscreener', stream: 'token_market' },
          ...{ outcome: 'unavailable', since },
        },
      ],
    },
  ],
  facts: [
    {
      ...{ fact: 'activity.status', state: 'MEASURED', since, asOf: evaluated, meaning },
      url: `${explained}=activity.status`,
    },
  ],
  freshness: [
    {
      ...{ provider: 'github', stream: 'releases', sources: 1 },
      ...{ lastReadAt: read, allReadAt: read, lastTriedAt: read },
    },
  ],
  asOf: evaluated,
  disclaimer: DISCLAIMERS.coverage,
}

export const coverage = definePublicRead({
  name: 'coverage',
  operationId: 'getCoverage',
  path: '/api/projects/{slug}/coverage',
  input: { path: { slug: required(slug()) }, query: {} },
  output: ProjectCoverage,
  tag: 'Projects',
  summary: 'Get how far a project is read',
  description:
    'The state of each dimension and of each derived fact, since when, as of when and what the state means; the streams whose last attempt read nothing; and the last successful reading of each provider and stream. A former slug answers 308.',
  examples: [
    { name: 'partly', summary: 'A project that is partly read', input: { slug: 'lumen' }, answer: example },
  ],
})
