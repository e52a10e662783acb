import type { EvidenceId } from '#contract/ids.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { Instant } from '#contract/time.ts'
import type { RestingRecord } from '#domain/project/resting-record.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import { toChangeEvent } from './change.ts'
import type { ViewDeps } from './links.ts'
import { sourceWords } from './source-words.ts'

/** What stands on a record, and the record that took its place. */
export type Resting = {
  readonly conclusions: RestingRecord['conclusions']
  readonly records: readonly { readonly id: EvidenceId; readonly title: string; readonly at: Instant }[]
  readonly recordsTotal: number
  readonly changes: readonly ChangeEvent[]
  readonly changesTotal: number
  readonly replacedBy: EvidenceId | null
}

/** What stands on a record, in today's wording. */
export function restingOn(record: RestingRecord, { now, site }: ViewDeps): Resting {
  return {
    ...record,
    records: record.records.map(({ id, title, at, codeWeek }) => ({
      ...{ id, at },
      title: codeWeek === null ? sourceWords(title) : codeWeekTitle(codeWeek, now),
    })),
    changes: record.changes.map((entry) => toChangeEvent(entry, { now, ...site })),
  }
}
