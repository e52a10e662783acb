import { Type } from 'typebox'
import { namedList, namedObject } from '#contract/enums.ts'
import { UUID } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  bodyObject,
  defineAccountCall,
  defineExport,
  defineProtocol,
  definePublicRead,
  NOTHING,
  type Operation,
} from '#contract/operation.ts'
import { choice, choices, searchWords } from '#contract/parameters/list-parameters.ts'
import { defaulted, optional, parsedBy, required, slug, wholeNumber } from '#contract/parameters/parameter.ts'

/** Small operations of each kind, for short parts of the reference. */

const Weighing = namedObject('Weighing', {
  grams: Type.Integer({ minimum: 0, description: 'Mass in grams' }),
})
const Scale = namedList('Scale', ['kitchen', 'lorry'])
const words = {
  tag: 'Projects',
  description: 'The newest weighing first.',
  examples: [],
} as const

export const weighings: Operation = definePublicRead({
  ...words,
  name: 'weighings',
  operationId: 'listWeighings',
  path: '/api/weighings/{slug}',
  input: {
    path: { slug: required(slug()) },
    query: {
      q: optional(searchWords({ min: 2, max: 80 }, 'Words of the note')),
      scale: { ...optional(choice(Scale, 'Kind of scale')), aliases: ['kind', 'type'] },
      days: optional(choices(namedList('Day', ['monday', 'sunday']), 'Days of the week')),
      limit: defaulted(wholeNumber({ min: 1, max: 48 }, 'Weighings in one answer'), 24),
      format: { ...optional(choice(namedList('Form', ['text']), 'Form')), header: 'x-form' },
    },
  },
  exclusive: ['q', 'scale'],
  needsKey: ['days'],
  output: Weighing,
  textForms: ['text/plain', 'text/markdown'],
  formOf: { text: 'text/plain' },
  errors: ['source_required'],
  summary: 'List weighings',
})

export const exportWeighings: Operation = defineExport({
  ...words,
  name: 'exportWeighings',
  operationId: 'exportWeighings',
  path: '/api/weighings',
  input: { path: {}, query: {} },
  output: Type.String(),
  lines: Weighing,
  media: 'application/x-ndjson',
  summary: 'Export weighings',
})

const AddedScale = bodyObject('AddedScale', { name: Type.String({ description: 'Name of the scale' }) })

export const addScale: Operation = defineAccountCall({
  ...words,
  name: 'addScale',
  operationId: 'addScale',
  method: 'POST',
  path: '/api/scales',
  input: { path: {}, query: {}, body: AddedScale },
  output: Weighing,
  status: 201,
  hourly: 'create',
  summary: 'Add a scale',
})

export const removeScale: Operation = defineAccountCall({
  ...words,
  name: 'removeScale',
  operationId: 'removeScale',
  method: 'DELETE',
  path: '/api/scales/{id}',
  input: {
    path: {
      id: required({
        schema: Type.String({ pattern: UUID }),
        expected: 'a UUID',
        parse: parsedBy((text) => text),
      }),
    },
    query: {},
  },
  output: NOTHING,
  status: 204,
  summary: 'Remove a scale',
})

export const sendWeight: Operation = {
  ...defineProtocol({
    ...words,
    name: 'sendWeight',
    operationId: 'sendWeight',
    path: '/scale-protocol',
    input: { path: {}, query: {} },
    output: Weighing,
    protocol: namedObject('WeightMessage', { id: Type.Integer({ description: 'Number of the message' }) }),
    summary: 'Send a weight',
  }),
  minutely: 'validate',
  errorForm: 'agent',
  bodyBytes: LIMITS.accountBodyBytes,
}
