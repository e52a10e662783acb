import { dayWords, instantWords } from '../words/clocks.ts'
import { providerName } from '../words/figures.ts'
import type { OutageCalendar, OutageSpan } from './outage-calendar.ts'

/** The states of a day in words. */
export const OUTAGE_DAY_WORDS: Readonly<Record<OutageSpan['state'], string>> = {
  outage: 'outage',
  no_outage: 'no outage',
  not_judged: 'unknown, not judged',
  not_recorded: 'unknown, not recorded',
}

/** What a day of the calendar is. */
export const OUTAGE_DAY_NOTE =
  'A day is one of UTC, and today is judged so far. It has an outage when the provider failed as a whole at some time of it. It is unknown when no reading showed whether the provider failed, and before the service recorded that.'

/** An outage with its provider and its places in the answer. */
type PlacedOutage = OutageCalendar['newest'][number] & {
  readonly provider: string
  readonly calendar: number
  readonly place: number
}

/** The newest outages of all providers, the newest first. */
export function newestOutages(
  calendars: readonly OutageCalendar[],
  { most }: { readonly most: number },
): readonly PlacedOutage[] {
  return calendars
    .flatMap(({ provider, newest }, calendar) =>
      newest.map((outage, place) => ({ ...outage, provider, calendar, place })),
    )
    .toSorted((a, b) => (a.beganAt < b.beganAt ? 1 : -1))
    .slice(0, most)
}

/** The days of a span in words: "14 Nov 2026" or "14 Nov 2026 to 16 Nov 2026". */
export function spanWords({ from, to }: Pick<OutageSpan, 'from' | 'to'>): string {
  return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`
}

/** The calendar as a part of a page in Markdown: a line for each provider, then its newest outages. */
export function outagesMarkdown(calendars: readonly OutageCalendar[]): readonly string[] {
  if (calendars.length === 0) return []
  const daysOf = ({ days }: OutageCalendar) =>
    days
      .toReversed()
      .map((span) => `${OUTAGE_DAY_WORDS[span.state]} ${spanWords(span)}`)
      .join('; ')
  const outagesOf = ({ provider, newest }: OutageCalendar) =>
    newest.map(
      ({ beganAt, endedAt }) =>
        `- ${providerName(provider)}: failed from ${instantWords(beganAt)} ${endedAt === null ? 'and still fails' : `to ${instantWords(endedAt)}`}`,
    )
  return [
    '## Outages by day',
    '',
    OUTAGE_DAY_NOTE,
    '',
    ...calendars.map((one) => `- ${providerName(one.provider)}: ${daysOf(one)}`),
    ...calendars.flatMap(outagesOf),
    '',
  ]
}
