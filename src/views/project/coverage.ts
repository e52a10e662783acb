import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { COVERAGE_DIMENSIONS, type CoverageDimension, ExplainFact } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { CoverageFact, CoverageItem, ProjectCoverage } from '#contract/shapes/coverage.ts'
import type { Instant } from '#contract/time.ts'
import type { ExplainedProject, StreamFreshness, UnreadStream } from '#domain/project/explained-record.ts'
import { statedFact, statedMeaning } from '../evidence/stated-fact.ts'
import { explanationLink, type Site } from '../site/links.ts'
import { projectReference } from './reference.ts'

/** How far a project is read: every dimension, every derived fact, and the last reading of each stream. */
export function projectCoverage(
  input: { readonly project: ExplainedProject; readonly freshness: readonly StreamFreshness[] },
  site: Site,
): Omit<ProjectCoverage, 'ignoredParameters'> {
  const { project, freshness } = input
  const items = COVERAGE_DIMENSIONS.map((dimension) => coverageItem(dimension, project))
  const facts = ExplainFact.enum.flatMap((fact): CoverageFact[] =>
    fact === 'source.counted'
      ? []
      : [
          {
            fact,
            ...statedFields(statedFact(fact, project)),
            url: explanationLink({ slug: project.slug, fact }, site),
          },
        ],
  )
  return {
    project: projectReference(project, site),
    items,
    facts,
    freshness: freshness.map(({ lastReadAt, allReadAt, lastTriedAt, ...read }) => ({
      ...read,
      ...known({ lastReadAt, allReadAt, lastTriedAt }),
    })),
    ...known({ asOf: evaluatedOf(project) }),
    disclaimer: DISCLAIMERS.coverage,
  }
}

/** How far one dimension of a project is read. */
export function coverageItem(
  dimension: CoverageDimension,
  project: Parameters<typeof statedFact>[1],
): CoverageItem {
  const stated = statedFact(`coverage.${dimension}`, project)
  if (!('rule' in stated)) return { dimension, ...statedFields(stated) }
  const { observedAt, unread } = stated.inputs as {
    readonly observedAt?: Instant
    readonly unread?: readonly UnreadStream[]
  }
  return {
    dimension,
    ...statedFields(stated),
    asOf: observedAt ?? stated.confirmedAt,
    ...(unread === undefined ? {} : { unread: unread.map(unreadOf) }),
  }
}

function unreadOf({ since, ...stream }: UnreadStream): NonNullable<CoverageItem['unread']>[number] {
  return { ...stream, ...known({ since }) } as NonNullable<CoverageItem['unread']>[number]
}

/** The state of a fact with its meaning and times. A fact that is withheld or was never concluded has no times. */
function statedFields(stated: ReturnType<typeof statedFact>): Omit<CoverageFact, 'fact' | 'url'> {
  const { state } = stated
  return {
    state,
    ...(state === 'MEASURED' ? {} : { reason: state }),
    ...('rule' in stated ? { since: stated.evaluatedAt, asOf: stated.confirmedAt } : {}),
    meaning: statedMeaning(stated),
  }
}

/** When the project was last evaluated; null before that. */
function evaluatedOf(project: ExplainedProject): Instant | null {
  const building = statedFact('coverage.building', project)
  return 'rule' in building ? building.confirmedAt : null
}
