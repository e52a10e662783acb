import type { ChangeEvent } from '#contract/shapes/change.ts'
import { dateOf, parseInstant } from '#contract/time.ts'
import { activityLabel, FACT_NAMES } from '#domain/project/evidence-words.ts'
import { dayWords, instantWords, minuteWords } from '../words/clocks.ts'
import { listWords, listWordsFirst } from '../words/figures.ts'

/** The line of an event on pages: its summary worded for now, with states and times worded from the event's facts. */
export function changeWords(event: ChangeEvent): string {
  const { words, when } = changeParts(event)
  return when === undefined ? words : `${words} ${when}`
}

/**
 * The line of an event without the readings between which it happened. Titles use it, because they say when the event
 * was seen.
 */
export function changeHeadline(event: ChangeEvent): string {
  return changeParts(event).words
}

/**
 * The line of an event, with the facts of a move or an unlock in words. Any other event keeps its summary, which can
 * have words of a source.
 */
function changeParts({ summary, summaryCurrent = summary, facts }: ChangeEvent): ChangeParts {
  const line = String(summaryCurrent)
  const given = Object(facts)
  return movedParts(line, given) ?? unlockParts(line, given) ?? { words: line }
}

type ChangeParts = { readonly words: string; readonly when?: string }
type Facts = Readonly<Record<string, unknown>>

function movedParts(line: string, { from, to, between, reason }: Facts): ChangeParts | undefined {
  const move = ` moved from ${from} to ${to}`
  const [name, rest] = line.split(move)
  if (typeof from !== 'string' || typeof to !== 'string' || name === undefined || rest === undefined)
    return undefined
  const words =
    integrityWords(name, { to, reason }) ?? `${name} moved from ${stateWords(from)} to ${stateWords(to)}`
  if (rest === '') return { words }
  const when = betweenWords(Object(between))
  return when === undefined ? undefined : { words, when }
}

function stateWords(state: string): string {
  return activityLabel(state) ?? listWordsFirst(state)
}

/** The findings of the checks of market integrity. The names of the states alone would read as praise. */
const INTEGRITY: Readonly<Record<string, string>> = {
  OBSERVED: 'a check of the market figures is positive',
  NONE_OBSERVED: 'no check of the market figures is positive',
}

function integrityWords(name: string, { to, reason }: Facts): string | undefined {
  const found = INTEGRITY[String(to)]
  if (name !== FACT_NAMES['market_integrity.state'] || found === undefined) return undefined
  return `${name}: ${found}${typeof reason === 'string' ? ` (${listWords(reason)})` : ''}`
}

function betweenWords({ from, to }: Facts): string | undefined {
  const first = parseInstant(String(from))
  const last = parseInstant(String(to))
  if (first === undefined || last === undefined) return undefined
  if (dateOf(first) !== dateOf(last)) return `between ${instantWords(first)} and ${instantWords(last)}`
  return `between ${minuteWords(first)} and ${minuteWords(last)} UTC on ${dayWords(last)}`
}

function unlockParts(line: string, { unlockAt }: Facts): ChangeParts | undefined {
  const at = parseInstant(String(unlockAt))
  const recorded = ` at ${unlockAt}`
  if (at === undefined || !line.endsWith(recorded)) return undefined
  return { words: `${line.slice(0, -recorded.length)} on ${instantWords(at)}` }
}
