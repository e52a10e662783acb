import { type Static, Type } from 'typebox'
import { Slug } from '../ids.ts'

/** A published project, named. */
export const ProjectReference = Type.Object(
  { slug: Slug, name: Type.String(), url: Type.String({ format: 'uri' }) },
  { $id: 'ProjectReference', title: 'ProjectReference' },
)
export type ProjectReference = Static<typeof ProjectReference>
