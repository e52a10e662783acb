import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { EVIDENCE_PREFIXES, type EvidencePrefix, type Slug } from '#contract/ids.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import type { Timeline, TimelineEntry } from '#contract/shapes/timeline.ts'
import { type TimelinePosition, timelineCursorOf } from '#contract/timeline-cursor.ts'
import { evidenceTitles } from '#domain/project/evidence-words.ts'
import type { TimelineRecord } from '#domain/project/timeline-entry.ts'
import { knownAt } from '#domain/ships/code-week.ts'
import { sourceReference } from '../evidence/receipt.ts'
import { listItems } from '../lists/list-items.ts'
import { projectReference } from '../project/reference.ts'
import { receiptLink, type ViewDeps } from '../site/links.ts'
import { sourceWords } from '../words/sources.ts'
import { codeWeekOf } from './ship.ts'

/**
 * A list of a project's timeline. `last` is the position of its last record; null at the end of the timeline. Kinds
 * without a total are withheld.
 */
export function projectTimeline(
  list: Ignoring & {
    readonly project: { readonly slug: Slug; readonly name: string }
    readonly records: readonly TimelineRecord[]
    readonly last: TimelinePosition | null
    readonly totals: ReadonlyMap<EvidencePrefix, number>
  },
  deps: ViewDeps,
): Timeline {
  const { last, totals } = list
  const withheld = EVIDENCE_PREFIXES.filter((kind) => !totals.has(kind))
  return {
    project: projectReference(list.project, deps.site),
    ...listItems(list.records, { name: ({ id }) => id, build: (record) => entryOf(record, deps) }),
    totals: Object.fromEntries(totals),
    ...(withheld.length === 0 ? {} : { withheld }),
    truncated: last !== null,
    nextCursor: last === null ? null : timelineCursorOf(last),
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.timeline,
  }
}

function entryOf(record: TimelineRecord, { now, site }: ViewDeps): TimelineEntry {
  const { id, kind, occurredAt, precision, source } = record
  const codeWeek = record.kind === 'ship' ? record.recorded.codeWeek : null
  const detectedAt = knownAt({ ...record, codeWeek })
  const { title, displayTitle } = evidenceTitles(record, now)
  return {
    evidenceId: id,
    kind,
    title: sourceWords(title),
    displayTitle: sourceWords(displayTitle),
    at: occurredAt === null ? detectedAt : occurredAt,
    clock: occurredAt === null ? 'detectedAt' : 'occurredAt',
    precision,
    occurredAt,
    detectedAt,
    url: receiptLink(id, site),
    source: source === null ? null : sourceReference(source),
    ...codeWeekOf(codeWeek, now),
  }
}
