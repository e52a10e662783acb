import { Type } from 'typebox'
import { namedList } from '../enums.ts'
import { definePublicRead } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { defaulted, required, slug } from '../parameters/parameter.ts'
import examples from './examples/badge.json' with { type: 'json' }

const BadgeTheme = namedList('BadgeTheme', ['auto', 'light', 'dark'])

export const badge = definePublicRead({
  name: 'badge',
  operationId: 'getBadge',
  path: '/badge/{slug}.svg',
  input: {
    path: { slug: required(slug()) },
    query: {
      theme: defaulted(choice(BadgeTheme, "Colours; auto follows the reader's preference"), 'auto'),
    },
  },
  output: Type.String({ $id: 'Badge', title: 'Badge', description: 'An SVG image' }),
  media: 'image/svg+xml',
  tag: 'Pages and images',
  summary: "Get a project's activity status as an image",
  description:
    'An SVG image with the project name and its status in words, and with a title and description for screen readers. An unknown status is shown as unknown.',
  examples,
})
