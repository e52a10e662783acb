import { keysOf } from '#contract/keyed.ts'
import { dayWords, instantWords } from '../words/clocks.ts'
import { providerName } from '../words/figures.ts'
import type { OutageCalendar, OutageSpan } from './outage-calendar.ts'
import { NO_PROVIDER } from './words.ts'

/** The states of a day in words. */
export const OUTAGE_DAY_WORDS: Readonly<Record<OutageSpan['state'], string>> = {
  outage: 'outage',
  no_outage: 'no outage',
  not_judged: 'unknown, not judged',
  not_recorded: 'unknown, not recorded',
}

/** The explanation of the days of the calendar. */
export const OUTAGE_DAY_NOTE =
  'A day is one of UTC, and today is judged so far. It has an outage when the provider failed as a whole at some time of it. It is unknown when no reading showed whether the provider failed, and before the service recorded that.'

/** An outage with its provider, the index of its calendar in the answer, and its own index in this calendar. */
type PlacedOutage = OutageCalendar['newest'][number] & {
  readonly provider: string
  readonly calendar: number
  readonly place: number
}

/** Maximum number of outages that a page names. */
const NAMED_OUTAGES = 10

/** The newest outages of all providers, the newest first. */
export function newestOutages(calendars: readonly OutageCalendar[]): readonly PlacedOutage[] {
  return calendars
    .flatMap(({ provider, newest }, calendar) =>
      newest.map((outage, place) => ({ ...outage, provider, calendar, place })),
    )
    .toSorted((a, b) => b.beganAt.localeCompare(a.beganAt))
    .slice(0, NAMED_OUTAGES)
}

/** Said where no outage of any provider is recorded. Without a judgement nobody knows whether there was one. */
export function noOutageWords(calendars: readonly OutageCalendar[]): string {
  if (calendars.every(({ recordedFrom }) => recordedFrom === null))
    return 'Whether a provider failed in these days is not known, because no judgement is recorded yet.'
  const isKnown = calendars.every(({ days }) => days.every(({ state }) => state === 'no_outage'))
  return `No outage is recorded in these days.${isKnown ? '' : ' A day that is unknown can have had one.'}`
}

/** The days of one state as runs of neighbouring days, newest first. `place` is the index of the run in the answer. */
type DaysOfState = {
  readonly state: OutageSpan['state']
  readonly runs: readonly (OutageSpan & { readonly place: number })[]
}

/** The days of a calendar by their state, without the states that no day has. */
export function daysByState({ days }: Pick<OutageCalendar, 'days'>): readonly DaysOfState[] {
  const placed = days.map((span, place) => ({ ...span, place })).toReversed()
  return keysOf(OUTAGE_DAY_WORDS)
    .map((state) => ({ state, runs: placed.filter((run) => run.state === state) }))
    .filter(({ runs }) => runs.length > 0)
}

/** The days of a span in words: "14 Nov 2026" or "14 Nov 2026 to 16 Nov 2026". */
export function spanWords({ from, to }: Pick<OutageSpan, 'from' | 'to'>): string {
  return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`
}

/** The calendar as a part of a page in Markdown: a line for each provider, then the newest outages. */
export function outagesMarkdown(calendars: readonly OutageCalendar[]): readonly string[] {
  const outages = newestOutages(calendars).map(
    ({ provider, beganAt, endedAt }) =>
      `- ${providerName(provider)}: failed from ${instantWords(beganAt)} ${endedAt === null ? 'and still fails' : `to ${instantWords(endedAt)}`}`,
  )
  const known = [
    ...calendars.map(calendarLine),
    '',
    ...(outages.length === 0 ? [noOutageWords(calendars)] : ['Newest outages:', '', ...outages]),
  ]
  return [
    '## Outages by day',
    '',
    OUTAGE_DAY_NOTE,
    '',
    ...(calendars.length === 0 ? [NO_PROVIDER] : known),
    '',
  ]
}

function calendarLine({ provider, recordedFrom, days }: OutageCalendar): string {
  const from = recordedFrom === null ? 'not recorded yet' : `recorded since ${dayWords(recordedFrom)}`
  const states = daysByState({ days }).map(
    ({ state, runs }) => `${OUTAGE_DAY_WORDS[state]} ${runs.map(spanWords).join(', ')}`,
  )
  return `- ${providerName(provider)} (${from}): ${states.join('; ')}`
}
