import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { known } from '#contract/known.ts'
import type { BuiltOn, BuiltOnLink } from '#contract/shapes/built-on.ts'
import type { BuiltOnList, BuiltOnStatement, Foundations } from '#domain/project/built-on.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { listItems } from '../lists/list-items.ts'
import type { Site } from '../site/links.ts'
import { sourceWords } from '../words/sources.ts'
import { projectReference } from './reference.ts'
import { sourceUrl } from './source-url.ts'

/** The projects that a project builds on, and those that build on it; unknown without a reviewed statement. */
export function builtOn(
  record: { readonly project: PublishedProject; readonly foundations: Foundations },
  site: Site,
): BuiltOn {
  const { buildsOn, builtOnBy } = record.foundations
  return {
    project: projectReference(record.project, site),
    buildsOn: linksOf(buildsOn, site),
    builtOnBy: linksOf(builtOnBy, site),
    disclaimer: DISCLAIMERS.relationships,
  }
}

function linksOf({ items, total }: BuiltOnList, site: Site): BuiltOn['buildsOn'] {
  if (items.length === 0) return { state: 'NOT_RESEARCHED' }
  return {
    state: 'MEASURED',
    ...listItems(items, { name: ({ id }) => id, build: (relation) => linkOf(relation, site) }),
    total,
    truncated: total > items.length,
  }
}

function linkOf(
  { id, other, statement, url, statedOn, observedAt }: BuiltOnStatement,
  site: Site,
): BuiltOnLink {
  return {
    project: projectReference(other, site),
    statement: sourceWords(statement),
    ...known({ url: sourceUrl(url), statedOn }),
    by: 'operator',
    evidenceId: id,
    observedAt,
  }
}
