import type { EvidenceId, Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import type { RestingRecord } from '#domain/project/resting-record.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import { toChangeEvent } from '../changes/change.ts'
import type { ViewDeps } from '../site/links.ts'
import { listWords, listWordsFirst } from '../words/figures.ts'
import { sourceWords } from '../words/sources.ts'

/** The conclusions, records and changes that rest on a record, and the record that took its place. */
export type Resting = {
  readonly conclusions: readonly {
    readonly id: EvidenceId
    readonly name: string
    readonly rule: string
    readonly evaluatedAt: Instant
    /** The fact whose explanation cites the record; null if the receipt of the conclusion cites it. */
    readonly explained: { readonly slug: Slug; readonly fact: string } | null
  }[]
  readonly records: readonly {
    readonly id: EvidenceId
    readonly title: string
    readonly at: Instant
    /** The Monday of a code week, which is dated by its week. */
    readonly week?: CalendarDate
  }[]
  readonly recordsTotal: number
  readonly changes: readonly ChangeEvent[]
  readonly changesTotal: number
  readonly replacedBy: EvidenceId | null
}

/** The conclusions, records and changes that rest on a record, in today's wording. */
export function standingOn(
  { record, slug }: { readonly record: RestingRecord; readonly slug: Slug },
  { now, site }: ViewDeps,
): Resting {
  return {
    ...record,
    conclusions: record.conclusions.map(({ fact, inReceipt, ...one }) => ({
      ...one,
      name: factName(fact),
      explained: inReceipt ? null : { slug, fact },
    })),
    records: record.records.map(({ id, title, at, codeWeek }) => ({
      id,
      at,
      ...known({ week: codeWeek?.weekStart }),
      title: codeWeek === null ? sourceWords(title) : codeWeekTitle(codeWeek, now),
    })),
    changes: record.changes.map((entry) => toChangeEvent(entry, { now, ...site })),
  }
}

/** The name of a concluded fact, for people. */
export function factName(fact: string): string {
  const known = Object.entries({ ...FACT_NAMES, ...OTHER_NAMES }).find(([name]) => name === fact)?.[1]
  if (known !== undefined) return known
  const [subject = fact, part] = fact.split('.')
  return part === undefined ? listWordsFirst(subject) : `${listWordsFirst(subject)}: ${listWords(part)}`
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  'ships.meaningful_30d': 'Meaningful ships in 30 days',
  'build.momentum': 'Build Momentum',
  'contract.use': 'Use of contracts',
  'market.valuation': 'Valuation',
  discovery_gap: 'Discovery Gap',
}
