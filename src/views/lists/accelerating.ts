import { derived } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { AcceleratingList, AcceleratingProject } from '#contract/shapes/accelerating.ts'
import { addMs } from '#contract/time.ts'
import type { AcceleratingRecord, PaceCounts } from '#domain/project/accelerating-record.ts'
import { SIGNALS_RULE } from '#domain/project/signals.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'
import { sourceWords } from '../words/sources.ts'
import { listItems } from './list-items.ts'
import { nextOffset } from './list-places.ts'

/** A list of the projects that accelerate. Before the first run every count is unknown. */
export function acceleratingList(
  list: Ignoring & {
    readonly counts: PaceCounts | undefined
    readonly projects: readonly AcceleratingRecord[]
    readonly total: number
    readonly offset: number
  },
  site: Site,
): AcceleratingList {
  const { counts, projects, total } = list
  const shared = {
    rule: SIGNALS_RULE.id,
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.accelerating,
  }
  if (counts === undefined) {
    const nothing = { items: [], total: null, judged: null, notMeasured: null, nextOffset: null }
    return { ...nothing, reason: 'not_run', ...shared }
  }
  return {
    ...listItems(projects, {
      name: ({ id }) => id,
      build: (project) => acceleratingProject(project, site),
    }),
    total: total === 0 && counts.judged === 0 ? null : total,
    judged: counts.judged,
    notMeasured: counts.notMeasured,
    ...(projects.length === 0 ? { reason: emptyReason(total, counts) } : {}),
    nextOffset: nextOffset({ ...list, shown: projects.length }),
    ...known({ asOf: counts.judgedAt }),
    ...shared,
  }
}

function emptyReason(total: number, { judged }: PaceCounts): NonNullable<AcceleratingList['reason']> {
  if (total > 0) return 'past_the_end'
  return judged === 0 ? 'none_judged' : 'none_accelerating'
}

function acceleratingProject(record: AcceleratingRecord, site: Site): AcceleratingProject {
  const { windowFrom: from, windowTo: to, ships, shipsBefore } = record
  return {
    project: projectReference(record.project, site),
    signal: record.id,
    title: sourceWords(record.title),
    window: { from, to, ...known({ ships }) },
    before: { from: addMs(from, -SIGNALS_RULE.windowMs), to: from, ...known({ ships: shipsBefore }) },
    detectedAt: record.detectedAt,
    claim: claimNote(derived(record.title, record.rule, record.evidence)),
  }
}
