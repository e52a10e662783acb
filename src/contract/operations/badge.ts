import { Type } from 'typebox'
import { choice } from '../list-parameters.ts'
import { defineOperation } from '../operation.ts'
import { defaulted, required, slug } from '../parameter.ts'

export const badge = defineOperation({
  name: 'badge',
  method: 'GET',
  path: '/badge/{slug}.svg',
  input: {
    path: { slug: required(slug()) },
    query: {
      theme: defaulted(
        choice(['auto', 'light', 'dark'], "Colours; auto follows the reader's preference"),
        'auto',
      ),
    },
  },
  output: Type.String({ $id: 'Badge', title: 'Badge', description: 'An SVG image' }),
  media: 'image/svg+xml',
  errors: [],
  cacheable: 'shared',
  counted: true,
  tag: 'Project reads',
  summary: "A project's activity status as an image",
  description:
    'The name and the status in words, with a title and a description for those who do not see it. An unknown status says that it is not known.',
  examples: [
    {
      name: 'light',
      summary: 'Light colours',
      input: { slug: 'lumen', theme: 'light' },
      answer: '<svg xmlns="http://www.w3.org/2000/svg" role="img"></svg>',
    },
  ],
})
