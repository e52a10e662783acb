import { DISCLAIMERS } from '../disclaimers.ts'
import type { Slug } from '../ids.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { BuiltOn } from '../shapes/built-on.ts'
import type { ProjectReference } from '../shapes/project-reference.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { lumen } from './example-lumen.ts'

const gantry: ProjectReference = {
  slug: 'gantry' as Slug,
  name: 'Gantry',
  url: 'https://svc.example/projects/gantry',
}

export const builtOn = definePublicRead({
  name: 'builtOn',
  operationId: 'getBuiltOn',
  path: '/api/projects/{slug}/built-on',
  input: { path: { slug: required(slug()) }, query: {} },
  output: BuiltOn,
  tag: 'Project reads',
  summary: 'Get what a project builds on',
  description:
    'The projects that a project builds on, and those that build on it, as reviewed statements with their evidence; at most 100 each way. Never a partnership and never an interaction on the chain. Another project that is not published is not named. A former slug answers 308.',
  examples: [
    {
      name: 'both',
      summary: 'A project that builds on another',
      input: { slug: 'lumen' },
      answer: {
        project: lumen,
        buildsOn: {
          state: 'MEASURED',
          items: [
            {
              project: gantry,
              statement: 'The documentation describes how payments are held in the vaults of Gantry.',
              url: 'https://lumen.example/docs',
              statedOn: '2026-10-20' as CalendarDate,
              by: 'operator',
              evidenceId: 'claim:4a5e9c77-2f4d-5a60-b8c3-1d2e3f405180',
              observedAt: toInstant('2026-10-21T10:00:00Z'),
            },
          ],
          ...{ total: 1, truncated: false },
        },
        builtOnBy: { state: 'NOT_RESEARCHED' },
        disclaimer: DISCLAIMERS.relationships,
      },
    },
  ],
})
