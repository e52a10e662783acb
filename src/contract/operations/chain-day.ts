import { Type } from 'typebox'
import { namedList } from '../enums.ts'
import { definePublicRead } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { optional } from '../parameters/parameter.ts'
import { calendarDay } from '../parameters/time-parameter.ts'
import examples from './examples/chain-day.json' with { type: 'json' }

const ImageFormat = namedList('ImageFormat', ['svg', 'png'])

export const chainDay = definePublicRead({
  name: 'chainDay',
  operationId: 'getChainDayImage',
  path: '/api/share/chain-day',
  input: {
    path: {},
    query: {
      day: optional(calendarDay('A day that is written; by default the last one')),
      format: optional(choice(ImageFormat, 'Form of the image; without it by Accept, else svg')),
    },
  },
  output: Type.String({ $id: 'ChainDayImage', title: 'ChainDayImage', description: 'An SVG image' }),
  media: 'image/svg+xml',
  textForms: ['image/png'],
  formOf: { svg: 'image/svg+xml', png: 'image/png' },
  tag: 'Pages and images',
  summary: "Get a day's counts as an image",
  description:
    'What published projects did on a UTC day, as an image to share: ships that count, projects with such a ship, implementation changes and later deployments that a block dates, and token unlocks due. Each count is of the projects whose sources were read to the end of the day, and says how many; without one it is shown as not measured, never as 0. A day is written once, a day after its end, and never changes. SVG by default; PNG with format=png or by Accept. A day that is not written answers 404.',
  examples,
})
