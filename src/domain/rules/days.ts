import { DAYS_RULE } from '#domain/history/point.ts'
import { REPORT_RULE } from '#domain/reports/monthly-report.ts'
import { counted, type Rule, span } from './rule.ts'

/** The rules of days and months that have ended. */
export const DAY_RULES: readonly Rule[] = [
  {
    id: DAYS_RULE.id,
    title: 'History by day',
    concludes: ['history'],
    text: 'Each UTC day is written once, after it ended: the conclusions that stood at its end, the figures that were read, and what the chain dates. Nothing changes it later. A value that was unknown at the end of the day has its reason; a day that was not recorded is absent.',
  },
  {
    id: REPORT_RULE.id,
    title: 'Monthly report',
    concludes: ['report'],
    text: `The report of a month is written once, when the ledger ran at least ${span(REPORT_RULE.settleMs)} after its end. It has counts and at most ${counted(REPORT_RULE.highlights, 'highlight')}, under the rules that it names. A count of what was not measured is null, with the reason.`,
  },
]
