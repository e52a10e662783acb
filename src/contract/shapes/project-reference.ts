import { type Static, Type } from 'typebox'
import { Slug } from '../ids.ts'

/** The name and page of a published project. */
export const ProjectReference = Type.Object(
  { slug: Slug, name: Type.String(), url: Type.String({ format: 'uri' }) },
  { $id: 'ProjectReference', title: 'ProjectReference' },
)
export type ProjectReference = Static<typeof ProjectReference>
