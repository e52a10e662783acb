import type { Slug } from '#contract/ids.ts'
import type { ProjectReference } from '#contract/shapes/project-reference.ts'
import { projectPage, type Site } from '../site/links.ts'
import { sourceWords } from '../words/sources.ts'

/** The name and page of a project, the same in every answer. */
export function projectReference(
  project: { readonly slug: Slug; readonly name: string },
  site: Site,
): ProjectReference {
  const { slug, name } = project
  return { slug, name: sourceWords(name), url: projectPage(slug, site) }
}
