import { type Static, Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { Slug } from '../ids.ts'
import { Url } from './fields.ts'

/** The name and page of a published project. */
export const ProjectReference = namedObject(
  'ProjectReference',
  {
    slug: Slug,
    name: Type.String(),
    url: Url,
  },
  { description: 'A published project' },
)
export type ProjectReference = Static<typeof ProjectReference>
