import { Type } from 'typebox'
import { definePublicRead } from '../operation.ts'
import { optional, required, slug } from '../parameters/parameter.ts'
import { calendarDay } from '../parameters/time-parameter.ts'
import examples from './examples/page.json' with { type: 'json' }

export const page = definePublicRead({
  name: 'page',
  operationId: 'getProjectPage',
  path: '/projects/{slug}',
  input: {
    path: { slug: required(slug()) },
    query: {
      at: optional(calendarDay('Shows what was recorded of the project on this day, which must have ended')),
    },
  },
  errorForm: 'page',
  output: Type.String({ $id: 'ProjectHtml', title: 'ProjectHtml', description: 'An HTML page' }),
  media: 'text/html',
  tag: 'Pages and images',
  summary: 'Get the page of a project',
  description:
    'A plain HTML page with the identity, the status and the last evaluation of a project, for people. With a day it shows what was recorded of that day. Attribution labels of its address are ignored. A hidden project answers like one that never existed.',
  examples,
})
