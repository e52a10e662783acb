import { DAYS_RULE } from '#domain/history/point.ts'
import { CHAIN_DAY_RULE } from '#domain/reports/chain-day.ts'
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
    id: CHAIN_DAY_RULE.id,
    title: 'Chain by day',
    concludes: ['chain_day'],
    text: `The counts of a UTC day are written once, when the ledger ran at least ${span(CHAIN_DAY_RULE.settleMs)} after its end. Each is of the projects whose sources for it were read from the beginning of the day to its end, and is null without one. Ships are those that count; implementation changes and later deployments are each event of the ledger that a block dates on the day.`,
  },
  {
    id: REPORT_RULE.id,
    title: 'Monthly report',
    concludes: ['report'],
    text: `The report of a month is written once, when the ledger ran at least ${span(REPORT_RULE.settleMs)} after its end. It has counts and at most ${counted(REPORT_RULE.highlights, 'highlight')}, under the rules that it names. A count of what was not measured is null, with the reason.`,
  },
]
